import { studentApplications } from '@jwxt/contracts/student-application/all-student-applications.ts';
import { studentApplicationFor } from '@jwxt/contracts/student-application/student-application.vocabulary.ts';
import { recognitionFor, recognitionKinds } from '@jwxt/contracts/recognition/recognition.vocabulary.ts';
import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMayCheck } from '../../lib/session.ts';

const { personalScheme, makeupLearn } = studentApplications;

interface PlanFollowUpProps {
  studentNumber: string;
  /** The grade-major by whose plan he studies now. */
  gradeMajorId: string;
  /** Why, by the reasons of a personal scheme: a transfer, or that he is back or in another grade. */
  reason: 'transfer' | 'return';
  /** In words, with what was before. */
  why: string;
}

/**
 * What is applied for after a student came to another plan (STUDENT-STATUS-16, 23): a personal scheme, courses to make
 * up, and recognition of what the new plan does not ask for; each form begins with what is known.
 */
export function PlanFollowUp({ studentNumber, gradeMajorId, reason, why }: PlanFollowUpProps) {
  const may = useMayCheck();
  const scheme = { baseGradeMajorId: gradeMajorId, schemeReason: reason === 'transfer' ? '1' : '2', reasonText: why };
  const links = [
    {
      may: may(personalScheme.permissions.apply),
      label: '申请个人培养方案',
      to: studentApplicationFor('personalScheme', studentNumber, scheme),
    },
    {
      may: may(makeupLearn.permissions.apply),
      label: '申请补修',
      to: studentApplicationFor('makeupLearn', studentNumber),
    },
    {
      may: may(recognitionKinds.system.codes.apply),
      label: '认定计划外的成绩',
      to: recognitionFor(studentNumber),
    },
  ].filter((link) => link.may);
  if (links.length === 0) return <p style={{ margin: 0 }}>由院系为学生办理个人培养方案、补修和成绩认定。</p>;
  return (
    <Group gap={8}>
      {links.map(({ label, to }) => (
        <Button key={label} component={Link} to={to} variant="default" size="xs">
          {label}
        </Button>
      ))}
    </Group>
  );
}
