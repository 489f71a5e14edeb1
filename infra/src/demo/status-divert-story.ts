import { transferMajor } from '@jwxt/contracts/student-application/kinds/transfer-major.ts';
import { majorOrDirection, professionalDiversion } from '@jwxt/contracts/student-status/divert/diversion.resource.ts';
import {
  assignShuntClasses,
  computeShunt,
  fileVolunteers,
  publishShunt,
  submitShunt,
} from '@jwxt/contracts/student-status/divert/shunt.operations.ts';
import { transferBatch, transferQuota } from '@jwxt/contracts/student-status/divert/transfer.resource.ts';
import { toDateTimeText } from '@jwxt/contracts/kernel/fields.ts';
import { LoadRefused } from '../base-data/command-sender.ts';
import { derivedId } from '../runtime/event-id.ts';
import { createApplicationStory } from './application-story.ts';
import type { DemoStudent, DemoUniversity } from './enrolment.ts';
import { createRandom } from './random.ts';
import type { Stage } from './sheet-story.ts';

const dayMs = 86_400_000;

/**
 * Tells streaming and transfers of majors (STUDENT-STATUS-20, 23, 36, 37): directions of one grade-major are being
 * chosen, of another the result is shown, of a third it waits for its unit; of the transfers of this term some are
 * decided and some wait.
 */
export async function tellStatusDivert(
  stage: Stage,
  { gradeMajors, students }: Pick<DemoUniversity, 'gradeMajors' | 'students'>,
  now: string,
): Promise<void> {
  const own = stage.accounts.student.njzydm;
  const others = gradeMajors.filter(({ njzydm }) => njzydm !== own && students.some((one) => one.njzydm === njzydm));
  const [shown, sent] = others;
  await tellStreaming(stage, now, own, 'choosing');
  if (shown) await tellStreaming(stage, now, shown.njzydm, 'shown');
  if (sent) await tellStreaming(stage, now, sent.njzydm, 'submitted');
  await tellTransfers(stage, now, { gradeMajors, students });
}

const ago = (now: string, days: number): string => new Date(Date.parse(now) - days * dayMs).toISOString();
const textAgo = (now: string, days: number): string => toDateTimeText(ago(now, days));

async function tellStreaming(
  { sender, accounts: { office, studentActor } }: Stage,
  now: string,
  gradeMajorId: string,
  until: 'choosing' | 'shown' | 'submitted',
): Promise<void> {
  const name = `demo:divert:${gradeMajorId}`;
  const by = (part: string) => ({ commandId: derivedId(`${name}:${part}`), actor: office });
  const { key: diversionId } = await sender.send(
    professionalDiversion.commands.create,
    {
      values: {
        diversionName: '专业方向分流',
        sourceGradeMajorId: gradeMajorId,
        diversionType: '2',
        volunteerBegin: textAgo(now, 20),
        volunteerEnd: textAgo(now, until === 'choosing' ? -20 : 8),
        volunteerNum: 2,
        admitRule: '2',
        scoreBasis: '1',
        sortRuleId: null,
        interviewRatio: null,
        needInterview: '0',
        allowShort: '1',
        publishStatus: '1',
      } as never,
    },
    { ...by('batch'), permission: 'professionalDiversion:create', at: ago(now, 21) },
  );
  const places: string[] = [];
  for (const [at, directionName] of ['工程应用', '学术研究'].entries()) {
    const { key } = await sender.send(
      majorOrDirection.commands.create,
      {
        values: {
          diversionId,
          targetGradeMajorId: gradeMajorId,
          directionName,
          quota: 200,
          classNum: null,
          minScore: null,
          limitText: null,
        },
      },
      { ...by(`place${String(at)}`), permission: 'majorOrDirection:create', at: ago(now, 21) },
    );
    places.push(key);
  }
  if (until === 'choosing') {
    await sender.send(
      fileVolunteers,
      { diversionId, choices: places },
      { ...by('file'), actor: studentActor, permission: 'shuntAction:own', at: ago(now, 2) },
    );
    return;
  }
  const shownAt = until === 'shown' ? 1 : 5;
  const when = (days: number) => ({ at: ago(now, days) });
  await sender.send(
    computeShunt,
    { diversionId },
    { ...by('compute'), permission: 'shuntAction:compute', ...when(shownAt + 1) },
  );
  for (const [at, majorOrDirectionKey] of places.entries())
    await sender.send(
      assignShuntClasses,
      { diversionId, majorOrDirectionKey, bjdm: null, studentCodes: [] },
      { ...by(`classes${String(at)}`), permission: 'shuntAction:adjust', ...when(shownAt + 1) },
    );
  await sender.send(
    publishShunt,
    { diversionId },
    { ...by('publish'), permission: 'shuntAction:publish', ...when(shownAt) },
  );
  if (until === 'submitted')
    await sender.send(submitShunt, { diversionId }, { ...by('submit'), permission: 'shuntAction:submit', ...when(1) });
}

/** Transfers that are told, by how far each has come. */
const outcomes = ['atDepartment', 'atOffice', 'passed'] as const;

async function tellTransfers(
  stage: Stage,
  now: string,
  { gradeMajors, students }: Pick<DemoUniversity, 'gradeMajors' | 'students'>,
): Promise<void> {
  const { sender, accounts } = stage;
  const by = (part: string) => ({ commandId: derivedId(`demo:transfer:${part}`), actor: accounts.office });
  const { key: batchId } = await sender.send(
    transferBatch.commands.create,
    {
      values: {
        batchName: '本学期转专业',
        beginTime: textAgo(now, 18),
        endTime: textAgo(now, -30),
        limitRatio: 20,
        interviewRatio: 0,
        publishStatus: '1',
      } as never,
    },
    { ...by('batch'), permission: 'transferBatch:create', at: ago(now, 19) },
  );
  const grade = gradeOf(accounts.student, gradeMajors);
  for (const { njzydm } of gradeMajors.filter((one) => one.grade === grade)) {
    // As many as its share allows, at most one.
    const quotaIn = students.filter((one) => one.njzydm === njzydm).length >= 5 ? 1 : 0;
    await sender.send(
      transferQuota.commands.create,
      {
        values: {
          transferBatchId: batchId,
          gradeMajorId: njzydm,
          quotaIn,
          quotaOut: null,
          limitText: null,
        },
      },
      { ...by(`quota:${njzydm}`), permission: 'transferQuota:create', at: ago(now, 19) },
    );
  }
  const withAccounts = [accounts.student.studentCode, accounts.deferring?.studentCode];
  const queue = students
    .filter((one) => gradeOf(one, gradeMajors) === grade && !withAccounts.includes(one.studentCode))
    .slice(0, 60)
    [Symbol.iterator]();
  for (const [at, outcome] of outcomes.entries())
    for (const student of queue) {
      const target = gradeMajors.find((one) => one.dwh !== student.dwh && one.grade === grade);
      if (target && (await tellTransfer(stage, { student, target, batchId, outcome }, ago(now, 12 - at)))) break;
    }
}

type GradeMajor = DemoUniversity['gradeMajors'][number];
const gradeOf = ({ njzydm }: DemoStudent, all: readonly GradeMajor[]) =>
  all.find((one) => one.njzydm === njzydm)?.grade;

interface Told {
  readonly student: DemoStudent;
  readonly target: GradeMajor;
  readonly batchId: string;
  readonly outcome: (typeof outcomes)[number];
}

/** Whether the student was let ask: who may is the commands' to say. */
async function tellTransfer(stage: Stage, { student, target, batchId, outcome }: Told, from: string): Promise<boolean> {
  const name = `transferMajor:${student.studentCode}`;
  const story = createApplicationStory(stage, name, from, createRandom(name));
  const clerk = stage.accounts.clerk(student.dwh);
  const applyId = derivedId(`demo:${name}`);
  try {
    await stage.sender.send(
      transferMajor.commands.apply,
      {
        applyId,
        studentId: student.studentCode,
        form: {
          batchId,
          targetGradeMajorId: target.njzydm,
          transferReason: '2',
          reasonText: '对该专业有浓厚兴趣，已自学部分专业课程',
        },
      },
      story.step('apply', clerk, 'transferMajor:apply'),
    );
  } catch (error) {
    if (!(error instanceof LoadRefused)) throw error;
    return false;
  }
  await story.decide(applyId, outcome, clerk, stage.accounts.dean(student.dwh), stage.accounts.dean(target.dwh));
  return true;
}
