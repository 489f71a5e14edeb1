import { OWN_STATUS_CHANGES_PATH } from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import { OWN_INFO_CHECK_PATH } from '@jwxt/contracts/student-status/check/info-check.vocabulary.ts';
import { OWN_FILE_PATH } from '@jwxt/contracts/student-status/file/student-file.vocabulary.ts';
import { Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../../lib/session.ts';
import { Card } from '../../../ui/page.tsx';

/** 本人信息 of a student: the ways to the own file, checks and changes of status (STUDENT-STATUS-16, 21). */
export function OwnInfoCheckCard() {
  const [checks, file, changes] = [
    useMay('studentInformationApproval:confirm'),
    useMay('studentFile:own'),
    useMay('statusChange:applyOwn'),
  ];
  if (!checks && !file && !changes) return null;
  return (
    <Card
      title="本人信息"
      actions={
        <Group gap="sm" wrap="nowrap">
          {file && <Link to={OWN_FILE_PATH}>我的档案</Link>}
          {checks && <Link to={OWN_INFO_CHECK_PATH}>信息核对</Link>}
          {changes && <Link to={OWN_STATUS_CHANGES_PATH}>学籍异动</Link>}
        </Group>
      }
    >
      查看本人的档案和照片；在信息核对时间内确认无误，或提出更正；申请休学、复学等学籍异动。
    </Card>
  );
}
