import { Alert, Anchor } from '@mantine/core';
import { modulePath } from '@jwxt/contracts/kernel/module.vocabulary.ts';
import type { semesterReadiness } from '@jwxt/contracts/base-info/semester.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../lib/session.ts';

type Open = OutputOf<typeof semesterReadiness>['open'];

/** What is not done in a semester; classes whose scores were never handed in lead to where that is put right. */
export function OpenInSemester({ semesterId, open }: { semesterId: string; open: Open }) {
  const maySet = useMay('examSet:query');
  if (open.length === 0)
    return (
      <Alert color="green" icon={<IconCircleCheck size={16} />} p={8}>
        没有未完成的成绩工作。
      </Alert>
    );
  return (
    <Alert color="orange" icon={<IconAlertTriangle size={16} />} p={8} title="还没有完成">
      {open.map(({ what, n, scoreType }) => (
        <div key={what}>
          {what}：
          {scoreType !== null && maySet ? (
            <Anchor
              component={Link}
              size="sm"
              underline="always"
              to={`${modulePath('scoreManage', 'examSet')}?${new URLSearchParams({
                semesterId,
                scoreType,
                unfinished: yesNo.yes,
              }).toString()}`}
            >
              查看 {n} 个
            </Anchor>
          ) : (
            n
          )}
        </div>
      ))}
      {open.some(({ scoreType }) => scoreType !== null) && (
        <p>
          没有提交的成绩可以延长录入时间、改由他人录入、由教务处代录，录完后强制提交；没有开设的教学班，
          请将学生退出名单。
        </p>
      )}
    </Alert>
  );
}
