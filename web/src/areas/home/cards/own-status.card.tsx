import { OWN_STATUS_CHANGES_PATH } from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import { OWN_FILE_PATH } from '@jwxt/contracts/student-status/file/student-file.operations.ts';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../../lib/session.ts';
import { Card } from '../../../ui/page.tsx';

/** 我的学籍 of a student: the way to the own file and to the own changes of status (STUDENT-STATUS-06, 16). */
export function OwnStatusCard() {
  const [mayFile, mayChange] = [useMay('studentFile:own'), useMay('statusChange:applyOwn')];
  if (!mayFile && !mayChange) return null;
  return (
    <Card
      title="我的学籍"
      actions={
        <>
          {mayFile && <Link to={OWN_FILE_PATH}>我的档案</Link>}
          {mayChange && <Link to={OWN_STATUS_CHANGES_PATH}>我的学籍异动</Link>}
        </>
      }
    >
      查看本人的学籍档案；需要休学、复学、退学、转专业等，在这里提出申请。
    </Card>
  );
}
