import { OWN_INFO_CHECK_PATH } from '@jwxt/contracts/student-status/check/info-check.vocabulary.ts';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../../lib/session.ts';
import { Card } from '../../../ui/page.tsx';

/** 信息核对 of a student: the way to the own data (STUDENT-STATUS-21). */
export function OwnInfoCheckCard() {
  if (!useMay('studentInformationApproval:confirm')) return null;
  return (
    <Card title="本人信息" actions={<Link to={OWN_INFO_CHECK_PATH}>信息核对</Link>}>
      查看本人的学籍信息和照片；在信息核对时间内确认无误，或提出更正。
    </Card>
  );
}
