import { ownRegistrations } from '@jwxt/contracts/student-status/term/registration.operations.ts';
import { OWN_REGISTRATION_PATH } from '@jwxt/contracts/student-status/term/term.vocabulary.ts';
import { Link } from '@tanstack/react-router';
import { useOperation } from '../../../lib/queries.ts';
import { useMay } from '../../../lib/session.ts';
import { Card } from '../../../ui/page.tsx';
import { wholeDates } from '../../../ui/whole-dates.tsx';
import { FailedCard, failedFirst } from './failed.card.tsx';

/** 学期注册 of a student: whether there is something to do, and the way to the own page (STUDENT-STATUS-03, 04). */
export function OwnRegistrationCard() {
  const may = useMay('registration:own');
  const query = useOperation(ownRegistrations, {}, { enabled: may });
  if (!may) return null;
  if (failedFirst(query)) return <FailedCard title="学期注册" query={query} />;
  const current = query.data?.current ?? null;
  const says =
    current === null
      ? '现在没有开放网上注册。可以查看本人的注册记录和缴费情况。'
      : current.registered
        ? `已完成${current.semesterName}的注册。`
        : `${current.semesterName}还没有注册，网上注册截止 ${current.endTime.slice(0, 16)}。`;
  return (
    <Card title="学期注册" actions={<Link to={OWN_REGISTRATION_PATH}>我的注册与缴费</Link>}>
      {wholeDates(says)}
    </Card>
  );
}
