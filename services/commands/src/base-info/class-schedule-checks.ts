import { weekdayName } from '@jwxt/contracts/base-info/weekday.vocabulary.ts';
import type { FieldError } from '@jwxt/contracts/kernel/envelope.ts';
import { isInWeeks, parseWeeks, weekText } from '@jwxt/contracts/kernel/week-text.ts';
import { textOf } from '@jwxt/contracts/kernel/resource-values.ts';
import type { WireRow } from '@jwxt/contracts/kernel/resource-field.ts';
import type { PoolClient } from '@jwxt/infra/runtime/postgres.ts';
import { findClashes, type Clash } from '@jwxt/infra/runtime/schedule-conflict.ts';
import type { ResourceRules } from '../kernel/resource-routes.ts';
import type { StoredRow } from '../kernel/resource-rows.ts';
import { closedClass } from './closed-class.ts';
import { hasLessons, loadLessons } from './shared/lessons.ts';
import { loadMaxWeek } from './shared/max-week.ts';
import { usedBy } from './shared/use-count.ts';

interface ClassOfMeeting {
  readonly semesterId: string;
  readonly xqdm: string;
  /** Weeks of the semester. */
  readonly weeks: number;
  readonly room: string | null;
  /** Whether the room can be had, and whether the teacher teaches the class. */
  readonly arrangeable: boolean;
  readonly teaches: boolean;
}

async function loadClass(
  client: PoolClient,
  { teachingClassId, jsh, gh }: WireRow,
): Promise<ClassOfMeeting | undefined> {
  const { rows } = await client.query<ClassOfMeeting>(
    `select class.semester_id as "semesterId", class.xqdm, semester.zs as weeks, room.jsmc as room,
        coalesce(room.sfqy = '1' and room.sfpk = '1', false) as arrangeable,
        exists (select from base.teaching_class_teacher who
          where who.teaching_class_id = class.teaching_class_id and who.gh = $3) as teaches
       from base.teaching_class class join base.semester on semester.xnxq = class.semester_id
       left join base.classroom room on room.jsh = $2 where class.teaching_class_id = $1`,
    [teachingClassId, jsh, gh],
  );
  return rows[0];
}

/** Weeks of a row that were adjusted: they stay among its weeks. */
async function adjustedWeeks(client: PoolClient, before: StoredRow | null): Promise<number[]> {
  if (before === null) return [];
  const { rows } = await client.query<{ week: number }>(
    'select week from base.class_schedule_change where schedule_id = $1 order by week',
    [before['schedule_id']],
  );
  return rows.map(({ week }) => week);
}

/** A meeting has weeks, lessons, a room and a teacher that there are, and none of them twice at one time. */
export const classScheduleRules: ResourceRules = {
  inTurn: true,
  uses: [usedBy('调停课', '次', 'class_schedule_change', 'schedule_id')],
  kept: (client, row) => closedClass(client, row['teaching_class_id']),
  async derive(client, { jsh, room }) {
    const { rows } = await client.query<{ room: string }>('select jsmc as room from base.classroom where jsh = $1', [
      jsh,
    ]);
    return { room: rows[0]?.room ?? room };
  },
  async check(client, values, before) {
    const of = await loadClass(client, values);
    if (!of) return [];
    const [period, weeks] = [textOf(values['period']), textOf(values['weeks'])];
    const [closed, maxWeek, lessons, adjusted] = [
      await closedClass(client, values['teachingClassId']),
      await loadMaxWeek(client),
      await loadLessons(client, of.xqdm),
      await adjustedWeeks(client, before),
    ];
    const parsed = parseWeeks(weeks, maxWeek);
    const errors: FieldError[] = [];
    const wrong = (field: string, message: string): unknown => errors.push({ field, message });
    if (closed !== null) wrong('teachingClassId', `教学班${closed}`);
    if ('problem' in parsed) wrong('weeks', parsed.problem);
    else if (parsed.weeks.some((week) => week > of.weeks)) wrong('weeks', `该学期只有${String(of.weeks)}周`);
    const lost = adjusted.filter((week) => !isInWeeks(week, weeks));
    if (lost.length > 0) wrong('weeks', `第${weekText(lost)}周已有调停课，不能去掉`);
    if (!hasLessons(period, lessons)) wrong('period', `教学班所在校区没有第${period}节`);
    if (!of.arrangeable && of.room !== null) wrong('jsh', '该教室已停用或不可排课');
    if (!of.teaches) wrong('gh', '不是该教学班的教师，请先在教学班教师中指定');
    if (errors.length > 0 || 'problem' in parsed) return errors;
    const clashes = await findClashes(
      client,
      {
        semesterId: of.semesterId,
        teachingClassId: textOf(values['teachingClassId']),
        weeks: parsed.weeks.filter((week) => !adjusted.includes(week)),
        weekday: Number(values['weekday']),
        period,
        room: of.room ?? textOf(values['room']),
        jsh: of.room === null ? null : textOf(values['jsh']),
        gh: textOf(values['gh']),
      },
      { scheduleId: before === null ? null : textOf(before['schedule_id']) },
    );
    return clashErrors(clashes);
  },
};

const clashFields = { room: 'jsh', teacher: 'gh', class: 'period' } as const;
const clashSubjects = { room: '该教室', teacher: '该教师', class: '该教学班' } as const;

/** What is taken, under its field: by what, and in which weeks. */
function clashErrors(clashes: readonly Clash[]): FieldError[] {
  return [...Map.groupBy(clashes, (clash) => clash.with)].map(([what, found]) => {
    const [first] = found;
    const weeks = weekText(found.map(({ week }) => week));
    const when = `第${weeks}周${weekdayName(first!.weekday)}第${first!.period}节`;
    return {
      field: clashFields[what],
      message: `${clashSubjects[what]}${when}已有“${first!.courseName}（${first!.teachingClassName}）”`,
    };
  });
}
