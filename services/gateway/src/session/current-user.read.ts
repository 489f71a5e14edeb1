import { semesterWeek } from '@jwxt/contracts/base-info/semester-week.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { yesNoOf } from '@jwxt/contracts/kernel/yes-no.ts';
import type { CurrentUserView } from '@jwxt/contracts/session/session.operations.ts';
import { loginWay } from '@jwxt/contracts/session/session.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { codesOf, type Principal } from '../kernel/principal.ts';
import type { Session, Viewing } from '../kernel/session-store.ts';

/** The signed-in person as the shell needs it, with the current semester and the teaching week in it. */
export async function readCurrentUser(
  db: Queryable,
  user: Principal,
  session: Session,
  now: Date,
): Promise<CurrentUserView> {
  const { rows } = await db.query<{ xnxq: string; xnxqmc: string; ksrq: string; zs: number }>(
    "select xnxq, xnxqmc, ksrq, zs from base.semester where sfdqxq = '1'",
  );
  const semester = rows[0];
  return {
    userName: user.userName,
    name: user.name,
    kind: user.kind,
    departmentName: user.departmentName,
    gh: user.gh,
    roleCodes: user.roles.map(({ code }) => code),
    roleNames: user.roles.map((role) => role.name),
    permissions: [...codesOf(user)].sort(),
    semester: semester?.xnxq ?? '',
    semesterName: semester?.xnxqmc ?? '',
    week: semester ? teachingWeek(semester.ksrq, semester.zs, now) : null,
    sso: yesNoOf(session.loginWay === loginWay.sso),
    temporary: yesNoOf(session.loginWay === loginWay.temporary),
    viewAs: session.viewing ? await readViewer(db, session.viewing) : null,
    pwdMustChange: yesNoOf(session.loginWay === loginWay.password && user.mustChangePassword === true),
    secondStep: session.secondStep ?? null,
    csrfSecret: session.csrfSecret,
    serverTime: toDateTimeText(now),
  };
}

async function readViewer(
  db: Queryable,
  { own: { userName }, until }: Viewing,
): Promise<NonNullable<CurrentUserView['viewAs']>> {
  const { rows } = await db.query<{ name: string }>('select name from base.user_account where user_name = $1', [
    userName,
  ]);
  return { viewer: userName, viewerName: rows[0]?.name ?? userName, until: toDateTimeText(until) };
}

/** Week of the semester, from 1; null before it begins and after its last week. `begin` is a date in school time. */
export function teachingWeek(begin: string, weeks: number, now: Date): number | null {
  const week = semesterWeek(begin, now);
  return week >= 1 && week <= weeks ? week : null;
}
