import {
  abandonWay,
  freshmanStatus,
  freshmanStatusNames,
  keepReason,
  OVERDUE_DAYS,
  type FreshmanStatus,
} from './freshman.vocabulary.ts';

const { admitted, reported, divided, numbered, student, kept, absent, abandoned } = freshmanStatus;

/** What is done to freshmen, what they may be before it, and what they are after it (STUDENT-STATUS-11). */
export const freshmanActs = {
  report: { name: '报到', from: [admitted, absent], to: reported },
  unreport: { name: '取消报到', from: [reported], to: admitted },
  absent: { name: '登记未报到', from: [admitted, absent], to: absent },
  abandon: { name: '放弃入学资格', from: [admitted, absent, kept], to: abandoned },
  keep: { name: '保留入学资格', from: [admitted, absent, reported], to: kept },
  restore: { name: '恢复为已录取', from: [absent, kept, abandoned], to: admitted },
  divide: { name: '分班', from: [reported, divided], to: divided },
  clear: { name: '取消分班', from: [divided], to: reported },
  number: { name: '编学号', from: [divided], to: numbered },
  clearNumber: { name: '取消学号', from: [numbered], to: divided },
  toStudent: { name: '转为学生', from: [numbered], to: student },
  undoStudent: { name: '撤销转学籍', from: [student], to: numbered },
} as const satisfies Record<
  string,
  { readonly name: string; readonly from: readonly FreshmanStatus[]; readonly to: FreshmanStatus }
>;
export type FreshmanAct = keyof typeof freshmanActs;

/** Whether something may be done to a freshman who stands there; the page's buttons and the command ask the same. */
export function mayBecome(status: string, act: FreshmanAct): boolean {
  const from: readonly string[] = freshmanActs[act].from;
  return from.includes(status);
}

/** Why it may not be done, in words. */
export function actProblem(status: FreshmanStatus, act: FreshmanAct): string | null {
  return mayBecome(status, act) ? null : `${freshmanStatusNames[status]}，不能${freshmanActs[act].name}`;
}

/** A day so many days later. */
function later(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/**
 * Why who has not come may not be given up yet; null: he may, or says so himself. `enrollDate`: when his grade enrols;
 * `leaveUntil`: until when he has leave.
 */
export function abandonProblem(
  way: string,
  { enrollDate, leaveUntil }: { readonly enrollDate: string | null; readonly leaveUntil: string | null },
  today: string,
): string | null {
  if (way !== abandonWay.overdue) return null;
  if (enrollDate === null) return '所在年级没有设置入学日期';
  const last = later(enrollDate, OVERDUE_DAYS);
  if (today <= last) return `${last} 之后才算逾期未报到`;
  return leaveUntil !== null && today <= leaveUntil ? `已请假至 ${leaveUntil}` : null;
}

/** Why the right to enrol is not kept until that day: it must be to come, and within a year but for the army. */
export function keepProblem(reason: string, until: string, today: string): string | null {
  if (until <= today) return '应晚于今天';
  const [year, rest] = [Number(today.slice(0, 4)) + 1, today.slice(4)];
  return reason !== keepReason.army && until > `${String(year)}${rest}` ? '除应征入伍外，保留不超过一年' : null;
}
