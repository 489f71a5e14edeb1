import { ROSTER_OF_CLASSES } from '@jwxt/contracts/base-info/roster-of-classes.operations.ts';
import {
  scoreRemark,
  scoreType,
  sheetStatus,
  type ScoreType,
  type SheetStatus,
} from '@jwxt/contracts/score/score.vocabulary.ts';
import { statusAllows } from '@jwxt/contracts/student-status/status.rules.ts';
import type { EffectKind } from '@jwxt/contracts/student-status/change/status-change.vocabulary.ts';
import type { StudentStanding } from '@jwxt/contracts/student-status/change/status-change.events.ts';
import type { Queryable } from './postgres.ts';

/** What is to be done somewhere because of a change of status; `told`: nothing, it is said. */
export type EffectAction =
  | 'told'
  | 'leaveRoster'
  | 'leaveList'
  | 'joinRoster'
  | 'interruptSheet'
  | 'resumeSheet'
  | 'cancelRebuild'
  | 'withdrawExam'
  | 'endLeave'
  | 'closeAccount'
  | 'openAccount';

/** One effect of a change: where, on what, and in words. */
export interface StatusEffect {
  readonly kind: EffectKind;
  readonly action: EffectAction;
  /** Teaching class, list of a make-up or retake, sign-up, registration, leave or account. */
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

/** How far the sheet of each class is: the ordinary one, or that of its make-up or retake. */
export type SheetStates = (teachingClassIds: readonly string[]) => Promise<ReadonlyMap<string, SheetStatus>>;

interface Attended {
  readonly teachingClassId: string;
  readonly name: string;
  readonly listSource: string;
  /** Score type of its sheet: ordinary, make-up or retake. */
  readonly kind: ScoreType;
  /** The student has leave to sit the exam later. */
  readonly deferred: boolean;
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
    ...(statusAllows(before.status, 'choose') && !statusAllows(after.status, 'choose')
      ? await ofSignUps(db, change, states)
      : []),
    ...(goes ? await ofLeave(db, change) : []),
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
        roster.list_source as "listSource", class.class_kind as kind,
        exists (select from base.granted_remark granted where granted.teaching_class_id = class.teaching_class_id
          and granted.student_code = roster.student_code and granted.remark_code = $3) as deferred
       from base.teaching_class_student roster join base.teaching_class class using (teaching_class_id)
       join base.semester on semester.xnxq = class.semester_id and semester.sfgd = '0' and semester.jsrq >= $2
      where roster.student_code = $1 order by class.semester_id, class.teaching_class_name, class.teaching_class_id`,
    [studentCode, effectiveDate, scoreRemark.deferred],
  );
  return rows;
}

/** Lists of make-ups, deferred exams and retakes are for the office, which hears of what happens to them. */
const kindOf = ({ kind, deferred }: Attended, of: EffectKind): EffectKind =>
  kind !== scoreType.regular || deferred ? 'exam' : of;

function interrupted(each: Attended, state: SheetStatus): StatusEffect[] {
  const { teachingClassId, name, kind, deferred } = each;
  switch (state) {
    case sheetStatus.unset:
      return [
        kind === scoreType.regular
          ? {
              kind: kindOf(each, 'roster'),
              action: 'leaveRoster',
              target: teachingClassId,
              title: name,
              note: deferred ? '退出教学班名单，已批准的缓考不再办理' : '退出教学班名单',
            }
          : {
              kind: 'exam',
              action: 'leaveList',
              target: teachingClassId,
              title: name,
              note: `退出${kind === scoreType.makeup ? '补缓考' : '重修班'}名单`,
            },
      ];
    case sheetStatus.set:
    case sheetStatus.entering:
      return [
        {
          kind: kindOf(each, 'sheet'),
          action: 'interruptSheet',
          target: teachingClassId,
          title: name,
          note: deferred ? '成绩备注由“缓考”改为“休学/退学中断”' : '成绩备注“休学/退学中断”，已录入的成绩保留',
        },
      ];
    case sheetStatus.submitted:
      return [told(kindOf(each, 'sheet'), name, '成绩已提交审批，按提交的内容办理')];
    case sheetStatus.published:
      return [];
    default:
      return state satisfies never;
  }
}

/** A remark of an earlier interruption goes; where there is none, nothing happens. */
const resumed = (each: Attended, state: SheetStatus): StatusEffect[] =>
  state === sheetStatus.set || state === sheetStatus.entering
    ? [
        {
          kind: kindOf(each, 'sheet'),
          action: 'resumeSheet',
          target: each.teachingClassId,
          title: each.name,
          note: each.deferred ? '成绩备注“休学/退学中断”改回“缓考”' : '取消“休学/退学中断”备注，成绩照常录入',
        },
      ]
    : [];

/**
 * A student leaves what he attends with his old class, while nobody has set up its scores, and comes into what the new
 * one attends, also who comes back into his own; where its grade-major is another, these are proposed to the unit,
 * which knows what he has passed.
 */
async function ofNewClass(
  db: Queryable,
  { studentCode, before, after, effectiveDate }: EffectiveChange,
  attended: readonly Attended[],
  states: ReadonlyMap<string, SheetStatus>,
): Promise<StatusEffect[]> {
  const left = attended.filter(
    ({ teachingClassId, listSource, kind }) =>
      kind === scoreType.regular &&
      listSource === ROSTER_OF_CLASSES &&
      (states.get(teachingClassId) ?? sheetStatus.unset) === sheetStatus.unset,
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

/**
 * Whoever may not choose any more takes no course again in a semester that goes on, unless its scores are being
 * entered, and sits no grade exam that is still to come; whose number is given is for those who run it.
 */
async function ofSignUps(
  db: Queryable,
  { studentCode, effectiveDate }: EffectiveChange,
  states: ReadonlyMap<string, SheetStatus>,
): Promise<StatusEffect[]> {
  const { rows: rebuilds } = await db.query<{ signUpId: string; name: string; classId: string | null }>(
    `select sign_up.sign_up_id as "signUpId", course.kcmc as name, taken.teaching_class_id as "classId"
       from base.rebuild_sign_up sign_up join base.course on course.kch = sign_up.course_id
       join base.semester on semester.xnxq = sign_up.semester_id and semester.sfgd = '0' and semester.jsrq >= $2
       left join lateral base.rebuild_class_of(sign_up.student_code, sign_up.course_id, sign_up.semester_id) taken
         on true
      where sign_up.student_code = $1 and sign_up.cancelled_at is null order by course.kcmc, sign_up.sign_up_id`,
    [studentCode, effectiveDate],
  );
  const { rows: exams } = await db.query<{ registrationId: string; name: string; numbered: boolean }>(
    `select registered.registration_id as "registrationId", subject.full_name as name,
        registered.ticket_number is not null as numbered
       from base.grade_exam_registration registered join base.grade_exam_subject subject using (grade_exam_subject_id)
       join base.grade_exam exam using (grade_exam_id)
      where registered.student_code = $1 and exam.exam_date >= greatest($2::date, base.school_day())
      order by exam.exam_date, subject.full_name`,
    [studentCode, effectiveDate],
  );
  return [
    ...rebuilds
      .filter(({ classId }) => classId === null || (states.get(classId) ?? sheetStatus.unset) === sheetStatus.unset)
      .map(({ signUpId, name }): StatusEffect => ({
        kind: 'signUp',
        action: 'cancelRebuild',
        target: signUpId,
        title: `重修报名：${name}`,
        note: '取消报名；已缴费的由教务处办理退费',
      })),
    ...exams.map(({ registrationId, name, numbered }): StatusEffect =>
      numbered
        ? told('signUp', `等级考试：${name}`, '已编准考证号，请考务人员处理')
        : {
            kind: 'signUp',
            action: 'withdrawExam',
            target: registrationId,
            title: `等级考试：${name}`,
            note: '取消报名',
          },
    ),
  ];
}

/** Whoever has left the classes needs no leave from them: what goes on ends, what is to come is taken back. */
async function ofLeave(db: Queryable, { studentCode, effectiveDate }: EffectiveChange): Promise<StatusEffect[]> {
  const { rows } = await db.query<{ leaveResultId: string; begin: string; end: string }>(
    `select leave_result_id as "leaveResultId",
        to_char(begin_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as begin,
        to_char(end_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as "end"
       from base.leave_result
      where student_code = $1 and leave_status = '1'
        and (end_time at time zone 'Asia/Shanghai')::date >= $2::date
      order by begin_time`,
    [studentCode, effectiveDate],
  );
  return rows.map(({ leaveResultId, begin, end }) => ({
    kind: 'leave',
    action: 'endLeave',
    target: leaveResultId,
    title: `${begin} 至 ${end} 的请假`,
    note: '不再需要请假，已开始的销假，未开始的撤销',
  }));
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
