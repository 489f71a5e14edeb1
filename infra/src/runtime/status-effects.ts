import { ROSTER_OF_CLASSES } from '@jwxt/contracts/base-info/roster-of-classes.operations.ts';
import { sheetStatus, type SheetStatus } from '@jwxt/contracts/score/score.vocabulary.ts';
import { statusAllows } from '@jwxt/contracts/student-status/status.rules.ts';
import type { EffectKind } from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import type { StudentStanding } from '@jwxt/contracts/student-status/change/status-change.events.ts';
import type { Queryable } from './postgres.ts';

/** What is to be done somewhere because of a change of status; `told`: nothing, it is said. */
export type EffectAction =
  | 'told'
  | 'leaveRoster'
  | 'joinRoster'
  | 'interruptSheet'
  | 'resumeSheet'
  | 'closeAccount'
  | 'openAccount';

/** One effect of a change: where, on what, and in words. */
export interface StatusEffect {
  readonly kind: EffectKind;
  readonly action: EffectAction;
  /** Teaching class or account. */
  readonly target: string | null;
  readonly title: string;
  readonly note: string;
}

/** A change as its effects are reckoned from it. */
export interface EffectiveChange {
  readonly studentCode: string;
  readonly before: Pick<StudentStanding, 'status' | 'statusName' | 'bjdm' | 'className' | 'njzydm' | 'gradeMajorName'>;
  readonly after: Pick<StudentStanding, 'status' | 'statusName' | 'bjdm' | 'className' | 'njzydm' | 'gradeMajorName'>;
  /** YYYY-MM-DD. */
  readonly effectiveDate: string;
}

/** How far the ordinary sheet of each class is. */
export type SheetStates = (teachingClassIds: readonly string[]) => Promise<ReadonlyMap<string, SheetStatus>>;

interface Attended {
  readonly teachingClassId: string;
  readonly name: string;
  readonly listSource: string;
}

/**
 * Everything that a change of status does elsewhere, in order (STUDENT-STATUS-16): told before by the page, and carried
 * out by the commands on the day. Classes of semesters that are over on the day stay as they are.
 */
export async function expectedEffects(
  db: Queryable,
  change: EffectiveChange,
  sheetsOf: SheetStates,
): Promise<StatusEffect[]> {
  const { before, after } = change;
  const attended = await loadAttended(db, change);
  const states = await sheetsOf(attended.map(({ teachingClassId }) => teachingClassId));
  const enters = (status: string): boolean => statusAllows(status, 'enterScores');
  const goes = enters(before.status) && !enters(after.status);
  const comes = !enters(before.status) && enters(after.status);
  return [
    ...(before.status === after.status
      ? []
      : [told('student', `学籍状态由“${before.statusName}”改为“${after.statusName}”`)]),
    ...(before.bjdm === after.bjdm ? [] : [told('student', `行政班由“${before.className}”改为“${after.className}”`)]),
    ...attended.flatMap((each) => {
      const state = states.get(each.teachingClassId) ?? sheetStatus.unset;
      if (goes) return interrupted(each, state);
      if (comes) return resumed(each, state);
      return [];
    }),
    ...(enters(after.status) && (comes || before.bjdm !== after.bjdm)
      ? await ofNewClass(db, change, attended, states)
      : []),
    ...(before.njzydm === after.njzydm ? [] : await ofNewPlan(db, change)),
    ...(await ofAccount(db, change)),
    ...(await ofStatistics(db, change)),
  ];
}

const told = (kind: EffectKind, title: string, note = ''): StatusEffect => ({
  kind,
  action: 'told',
  target: null,
  title,
  note,
});

/** The classes that the student is in and that are not over on the day of the change. */
async function loadAttended(db: Queryable, { studentCode, effectiveDate }: EffectiveChange): Promise<Attended[]> {
  const { rows } = await db.query<Attended>(
    `select class.teaching_class_id as "teachingClassId", class.teaching_class_name as name,
        roster.list_source as "listSource"
       from base.teaching_class_student roster join base.teaching_class class using (teaching_class_id)
       join base.semester on semester.xnxq = class.semester_id and semester.sfgd = '0' and semester.jsrq >= $2
      where roster.student_code = $1 order by class.semester_id, class.teaching_class_name, class.teaching_class_id`,
    [studentCode, effectiveDate],
  );
  return rows;
}

function interrupted({ teachingClassId, name }: Attended, state: SheetStatus): StatusEffect[] {
  switch (state) {
    case sheetStatus.unset:
      return [{ kind: 'roster', action: 'leaveRoster', target: teachingClassId, title: name, note: '退出教学班名单' }];
    case sheetStatus.set:
    case sheetStatus.entering:
      return [
        {
          kind: 'sheet',
          action: 'interruptSheet',
          target: teachingClassId,
          title: name,
          note: '成绩备注“休学/退学中断”，已录入的成绩保留',
        },
      ];
    case sheetStatus.submitted:
      return [told('sheet', name, '成绩已提交审批，按提交的内容办理')];
    case sheetStatus.published:
      return [];
    default:
      return state satisfies never;
  }
}

/** A remark of an earlier interruption goes; where there is none, nothing happens. */
const resumed = ({ teachingClassId, name }: Attended, state: SheetStatus): StatusEffect[] =>
  state === sheetStatus.set || state === sheetStatus.entering
    ? [
        {
          kind: 'sheet',
          action: 'resumeSheet',
          target: teachingClassId,
          title: name,
          note: '取消“休学/退学中断”备注，成绩照常录入',
        },
      ]
    : [];

/**
 * A student leaves what he attends with his old class, while nobody has set up its scores, and comes into what the new
 * one attends, also who comes back into his own; where its grade-major is another, these are proposed to the unit, which knows what he has passed.
 */
async function ofNewClass(
  db: Queryable,
  { studentCode, before, after, effectiveDate }: EffectiveChange,
  attended: readonly Attended[],
  states: ReadonlyMap<string, SheetStatus>,
): Promise<StatusEffect[]> {
  const left = attended.filter(
    ({ teachingClassId, listSource }) =>
      listSource === ROSTER_OF_CLASSES && (states.get(teachingClassId) ?? sheetStatus.unset) === sheetStatus.unset,
  );
  const { rows: offered } = await db.query<{ teachingClassId: string; name: string }>(
    `select class.teaching_class_id as "teachingClassId", class.teaching_class_name as name
       from base.teaching_class class
       join base.semester on semester.xnxq = class.semester_id and semester.sfgd = '0' and semester.jsrq >= $3
      where class.class_kind = '1'
        and exists (select from base.teaching_class_student roster join base.student using (student_code)
          where roster.teaching_class_id = class.teaching_class_id and roster.list_source = $4
            and student.bjdm = $2 and student.student_code <> $1)
        and not exists (select from base.teaching_class_student own
          join base.teaching_class known on known.teaching_class_id = own.teaching_class_id
          where own.student_code = $1 and known.course_id = class.course_id and known.semester_id = class.semester_id
            and own.teaching_class_id <> all($5))
      order by class.semester_id, class.teaching_class_name, class.teaching_class_id`,
    [studentCode, after.bjdm, effectiveDate, ROSTER_OF_CLASSES, left.map(({ teachingClassId }) => teachingClassId)],
  );
  const stays = new Set(offered.map(({ teachingClassId }) => teachingClassId));
  const same = before.njzydm === after.njzydm;
  return [
    ...left
      .filter(({ teachingClassId }) => !stays.has(teachingClassId))
      .map(({ teachingClassId, name }): StatusEffect => ({
        kind: 'roster',
        action: 'leaveRoster',
        target: teachingClassId,
        title: name,
        note: '随原行政班修读，退出教学班名单',
      })),
    ...offered
      .filter(({ teachingClassId }) => !left.some((each) => each.teachingClassId === teachingClassId))
      .map(({ teachingClassId, name }): StatusEffect =>
        same
          ? {
              kind: 'roster',
              action: 'joinRoster',
              target: teachingClassId,
              title: name,
              note: '随新行政班修读，加入教学班名单',
            }
          : told('roster', name, '新行政班正在修读，未修读通过的请院系加入名单'),
      ),
  ];
}

async function ofNewPlan(db: Queryable, { studentCode, before, after }: EffectiveChange): Promise<StatusEffect[]> {
  const { rowCount } = await db.query('select from base.personal_scheme where student_code = $1', [studentCode]);
  return [
    told('plan', `执行计划由“${before.gradeMajorName}”改为“${after.gradeMajorName}”`, '培养进度按新计划计算'),
    ...((rowCount ?? 0) > 0 ? [told('plan', '个人培养方案', '按原年级专业制订，请院系协助学生重新申请')] : []),
  ];
}

async function ofAccount(db: Queryable, { studentCode, before, after }: EffectiveChange): Promise<StatusEffect[]> {
  const [had, has] = [statusAllows(before.status, 'account'), statusAllows(after.status, 'account')];
  if (had === has) return [];
  const { rows } = await db.query<{ userName: string }>(
    'select user_name as "userName" from base.user_account where student_code = $1 and sfqy = $2 order by 1',
    [studentCode, had ? '1' : '0'],
  );
  return rows.map(({ userName }) => ({
    kind: 'account',
    action: had ? 'closeAccount' : 'openAccount',
    target: userName,
    title: `账号 ${userName}`,
    note: had ? '停用，并结束已打开的会话；历史保留' : '重新启用',
  }));
}

async function ofStatistics(db: Queryable, { effectiveDate }: EffectiveChange): Promise<StatusEffect[]> {
  const { rows } = await db.query<{ days: number }>('select base.school_day() - $1::date as days', [effectiveDate]);
  const days = rows[0]?.days ?? 0;
  return days > 0
    ? [told('statistics', `${effectiveDate} 以来的学籍统计按本次异动更正`, `更正 ${String(days)} 天`)]
    : [];
}
