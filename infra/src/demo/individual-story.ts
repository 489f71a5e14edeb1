import { applyForCourseReplace } from '@jwxt/contracts/scheme/individual/course-replace.operations.ts';
import { studentChangeItem } from '@jwxt/contracts/student-application/kinds/student-change-item.ts';
import { derivedId } from '../runtime/event-id.ts';
import { keyOfCourse, type DemoUniversity } from './enrolment.ts';
import type { ToldItems } from './item-group-story.ts';
import { keyOfVersion } from './application-candidates.ts';
import type { Stage } from './sheet-story.ts';
import { courses, newVersions } from './university.data.ts';

const REPLACED = '编译原理';

/**
 * Tells of two applications that wait for their first approver: another course for one of a grade-major's plan (KCTDSQ,
 * SCHEME-37), and another item of the same course for a student (ZXBGSQ, SCHEME-35).
 */
export async function tellIndividuals(
  { sender, accounts }: Stage,
  university: DemoUniversity,
  items: ToldItems | null,
  at: string,
): Promise<void> {
  const old = courses.find(({ kcmc }) => kcmc === REPLACED)!;
  const gradeMajor = university.gradeMajors.find(({ dwh }) => dwh === old.kkxy)!;
  await sender.send(
    applyForCourseReplace,
    {
      gradeMajorId: gradeMajor.njzydm,
      studentCodes: [],
      oldCourses: [keyOfCourse(old)],
      newCourses: [keyOfVersion(university, newVersions[0].course.ywbm)],
      beginSemesterId: null,
      replaceReason: '编译原理停开，由数据结构与算法承接其教学内容',
    },
    {
      commandId: derivedId('demo:course-replace'),
      actor: accounts.clerk(gradeMajor.dwh),
      permission: 'gradeCourseReplaceApply:submitApproval',
      at,
    },
  );
  if (!items) return;
  const { student, oldItemId, newItemId } = items;
  await sender.send(
    studentChangeItem.commands.apply,
    {
      applyId: derivedId('demo:change-item'),
      studentId: student.studentCode,
      form: { oldItemId, newItemId, changeReason: '膝关节受伤，医生建议避免跳跃' },
    },
    {
      commandId: derivedId('demo:change-item:apply'),
      actor: accounts.clerk(student.dwh),
      permission: 'studentChangeItem:apply',
      at,
    },
  );
}
