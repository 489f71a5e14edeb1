import { decideApplication, recallApplication } from '@jwxt/contracts/approval/application.command.ts';
import { applyForAdjustCourse } from '@jwxt/contracts/approval/adjust-course.operations.ts';
import { businessStatus } from '@jwxt/contracts/approval/approval.vocabulary.ts';
import { applyForInfoCheck } from '@jwxt/contracts/student-status/check/info-check.operations.ts';
import { applyForScoreChange } from '@jwxt/contracts/score/score-sheet.command.ts';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { semesterWeek } from '@jwxt/contracts/base-info/semester-week.ts';
import type { PermissionCode } from '@jwxt/contracts/kernel/permission.vocabulary.ts';
import { derivedId } from '../runtime/event-id.ts';
import { at } from './calendar.ts';
import type { DemoStudent } from './enrolment.ts';
import { renamed } from './person-name.ts';
import { createRandom, type Random } from './random.ts';
import type { Stage, ToldSheet } from './sheet-story.ts';

/** Where an application of a person stands at the end of its story. */
export type ApplicationOutcome = 'atDepartment' | 'atOffice' | 'atFinal' | 'returned' | 'recalled' | 'passed';

const hourMs = 3_600_000;

/**
 * Asks for a score change on a published sheet, of the student named or else of one near the pass mark, and lets it go
 * as far as the outcome says. Answers the student; null when the sheet offers nothing to change.
 */
export async function tellScoreChange(
  stage: Stage,
  sheet: ToldSheet,
  outcome: ApplicationOutcome,
  from: string,
  of?: string,
): Promise<string | null> {
  const { teachingClass, cells } = sheet;
  const name = `change:${teachingClass.teachingClassId}${of === undefined ? '' : `:${of}`}`;
  const random = createRandom(name);
  const large = outcome === 'atFinal';
  const chosen = [...cells].find(([studentCode, items]) => {
    if (of !== undefined) return studentCode === of;
    const last = Object.entries(items).at(-1);
    return last !== undefined && Object.keys(items).length > 1 && Number(last[1]) >= 62 && Number(last[1]) <= 74;
  });
  if (!chosen) return null;
  const [studentCode, items] = chosen;
  const [dataKey, before] = Object.entries(items).at(-1)!;
  const after = (Number(before) + (large ? 24 : Number(before) > 90 ? -6 : 3)).toFixed(1);
  const story = createApplicationStory(stage, name, from, random);
  const { applyId } = await stage.sender.send(
    applyForScoreChange,
    {
      teachingClassId: teachingClass.teachingClassId,
      scoreType: '1',
      reason: large ? '试卷第二卷漏批，复核后更正' : '期末试卷加分有误，复核后更正',
      rows: [{ studentCode, items: { [dataKey]: { before, after } } }],
    },
    story.step('apply', stage.accounts.teacher(teachingClass.teachers[0]!), 'scoreChange:apply'),
  );
  await story.decide(
    applyId,
    outcome,
    stage.accounts.teacher(teachingClass.teachers[0]!),
    stage.accounts.dean(teachingClass.course.kkxy),
  );
  return studentCode;
}

/** Classes meet until week 16; by then whoever wants to move the last meeting has asked. */
const lastWeekToAsk = 15;

/** A teacher asks to move the next week's meeting of the class to the Saturday after it, into the room `jsh`. */
export async function tellAdjustCourse(
  stage: Stage,
  teachingClass: ToldSheet['teachingClass'],
  outcome: ApplicationOutcome,
  latest: string,
  jsh: string,
): Promise<void> {
  const { teachingClassId, teachers, course, semester } = teachingClass;
  const lastMoment = at(semester.ksrq, (lastWeekToAsk - 1) * 7, '09:00:00');
  const from = latest < lastMoment ? latest : lastMoment;
  const week = Math.max(0, semesterWeek(semester.ksrq, from)) + 1;
  const teacher = stage.accounts.teacher(teachers[0]!);
  const story = createApplicationStory(
    stage,
    `adjust:${teachingClassId}`,
    from,
    createRandom(`adjust:${teachingClassId}`),
  );
  const { applyId } = await stage.sender.send(
    applyForAdjustCourse,
    {
      scheduleId: `S${teachingClassId}`,
      week,
      adjustType: '1',
      after: { week: week + 1, weekday: 6, period: '3-4', jsh },
      reason: '参加学术会议，申请调课',
    },
    story.step('apply', teacher, 'adjustCourse:apply'),
  );
  await story.decide(applyId, outcome, teacher, stage.accounts.dean(course.kkxy));
}

/** The office asks to correct the information of a student; the clerk of the student's department is asked first. */
export async function tellInfoCheck(
  stage: Stage,
  student: DemoStudent,
  outcome: ApplicationOutcome,
  from: string,
): Promise<void> {
  const after = renamed(student.studentName);
  const story = createApplicationStory(
    stage,
    `infoCheck:${student.studentCode}`,
    from,
    createRandom(`infoCheck:${student.studentCode}`),
  );
  const { applyId } = await stage.sender.send(
    applyForInfoCheck,
    {
      studentId: student.studentCode,
      changes: [
        { updateFieldCode: 'studentName', updateFieldValue: after.name, updateInfo: '户口簿已更名，附公安机关证明' },
        { updateFieldCode: 'namePinyin', updateFieldValue: after.pinyin, updateInfo: '随姓名变更' },
      ],
    },
    story.step('apply', stage.accounts.office, 'studentInformationApproval:apply'),
  );
  await story.decide(applyId, outcome, stage.accounts.office, stage.accounts.clerk(student.dwh));
}

/** Steps of one application's story, some hours apart, and the decisions that lead to an outcome. */
export function createApplicationStory(stage: Stage, name: string, from: string, random: Random) {
  let time = Date.parse(from);
  const latest = Date.parse(stage.end);
  const step = (part: string, actor: Actor, permission: PermissionCode) => {
    const at = new Date(Math.min(time, latest)).toISOString();
    time += (4 + random.below(40)) * hourMs;
    return { commandId: derivedId(`demo:${name}:${part}`), actor, permission, at };
  };
  const send = (
    part: string,
    applyId: string,
    revision: number,
    actor: Actor,
    approvalStatus: '0' | '2',
    approvalOpinion: string,
    backNode?: string,
  ) =>
    stage.sender.send(
      decideApplication,
      { applyId, revision, approvalStatus, approvalOpinion, ...(backNode === undefined ? {} : { backNode }) },
      step(part, actor, 'system:approve'),
    );
  return {
    step,
    below: (limit: number): number => random.below(limit),
    /** `second`: a further unit that is asked between the first and the office. */
    async decide(
      applyId: string,
      outcome: ApplicationOutcome,
      applicant: Actor,
      dean: Actor,
      second?: Actor,
    ): Promise<void> {
      if (outcome === 'atDepartment') return;
      if (outcome === 'recalled') {
        await stage.sender.send(recallApplication, { applyId }, step('recall', applicant, 'systemApprove:query'));
        return;
      }
      if (outcome === 'returned') {
        await send('return', applyId, 0, dean, '2', '材料不全，请补充后重新提交', '0');
        return;
      }
      let first = await send('department', applyId, 0, dean, '0', '情况属实，同意');
      if (first.approvalBusinessStatus === businessStatus.passed) return;
      if (second) first = await send('second', applyId, first.revision, second, '0', '课程内容相当，同意');
      if (outcome === 'atOffice' || first.approvalBusinessStatus === businessStatus.passed) return;
      const office = await send('office', applyId, first.revision, random.pick(stage.accounts.registrars), '0', '同意');
      if (outcome === 'atFinal' || office.approvalBusinessStatus === businessStatus.passed) return;
      await send('final', applyId, office.revision, stage.accounts.office, '0', '同意');
    },
  };
}
