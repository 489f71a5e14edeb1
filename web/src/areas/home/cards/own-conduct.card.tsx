import { OWN_CONDUCT_PATH } from '@jwxt/contracts/student-status/conduct/conduct.vocabulary.ts';
import { Link } from '@tanstack/react-router';
import { useMay } from '../../../lib/session.ts';
import { Card } from '../../../ui/page.tsx';

/** 奖惩与请假 of a student: the way to the own page (STUDENT-STATUS-29, 35, 38, 39). */
export function OwnConductCard() {
  if (!useMay('conduct:own')) return null;
  return (
    <Card title="奖惩与请假" actions={<Link to={OWN_CONDUCT_PATH}>我的奖惩与请假</Link>}>
      查看本人的奖励、处分、请假和学年等次；对处分有异议的，在申诉期内提出申诉。
    </Card>
  );
}
