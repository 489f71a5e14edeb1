import { decideApplication } from '@jwxt/contracts/approval/application.command.ts';
import {
  APPLICANT_NODE,
  approvalType,
  businessStatus,
  nodeResult,
  type NodeResult,
} from '@jwxt/contracts/approval/approval.vocabulary.ts';
import type { Actor } from '@jwxt/contracts/kernel/actor.ts';
import { studentApplications } from '@jwxt/contracts/student-application/all-student-applications.ts';
import type { StudentApplicationGroup } from '@jwxt/contracts/student-application/student-application.vocabulary.ts';
import { LoadRefused } from '../base-data/command-sender.ts';
import { processDefinitions } from '../base-data/process.data.ts';
import { derivedId } from '../runtime/event-id.ts';
import { applicantsOf, type Candidate } from './application-candidates.ts';
import { attachText } from './certificate.ts';
import type { DemoUniversity } from './enrolment.ts';
import type { Stage, ToldSheet } from './sheet-story.ts';

/** Where an application stands: at a node, in force, or not passed (returned where the process returns). */
const outcomes = ['inApproval', 'passed', 'refused'] as const;
type Outcome = (typeof outcomes)[number];

/**
 * Tells every kind of application of students (decision 068) in every state (at a node, in force, not passed), of
 * students of the whole school, and one award of the student who has an account. `sheets`: all that were told;
 * `changed`: attempts that are being changed.
 */
export async function tellStudentApplications(
  stage: Stage,
  university: DemoUniversity,
  told: { readonly sheets: readonly ToldSheet[]; readonly changed: ReadonlySet<string> },
  at: (share: number) => string,
): Promise<void> {
  const candidates = applicantsOf(university, stage.accounts, told);
  const { student, studentActor } = stage.accounts;
  await tell(
    stage,
    'scorePointApply',
    'inApproval',
    { ...candidates.award(student), applicant: studentActor },
    at(0.9),
  );
  const kinds = Object.entries(candidates.byKind);
  const steps = kinds.length + outcomes.length * 2;
  await Promise.all(
    kinds.map(async ([group, list], turn) => {
      const queue = list[Symbol.iterator]();
      for (const [index, outcome] of outcomes.entries())
        await tellFirst(stage, group as StudentApplicationGroup, outcome, queue, at((turn + index * 2 + 1) / steps));
    }),
  );
}

/** Tells a story of the first candidate of whom it can be told: who may apply is the commands' to say. */
async function tellFirst(
  stage: Stage,
  group: StudentApplicationGroup,
  outcome: Outcome,
  queue: Iterator<Candidate>,
  from: string,
): Promise<void> {
  for (;;) {
    const next = queue.next();
    if (next.done === true) return;
    try {
      await tell(stage, group, outcome, next.value, from);
      return;
    } catch (error) {
      if (!(error instanceof LoadRefused)) throw error;
    }
  }
}

const hourMs = 3_600_000;

async function tell(
  stage: Stage,
  group: StudentApplicationGroup,
  outcome: Outcome,
  { student, applicant, deciders, form, evidence }: Candidate,
  from: string,
): Promise<void> {
  const kind = studentApplications[group];
  const name = `demo:${group}:${student.studentCode}`;
  const applyId = derivedId(name);
  const applied = {
    commandId: derivedId(`${name}:apply`),
    actor: applicant,
    permission: `${group}:apply` as const,
    at: from,
  };
  if (evidence)
    await attachText(
      stage,
      { businessTable: kind.files.businessTable, businessId: applyId, ...evidence },
      { ...applied, commandId: derivedId(`${name}:file`) },
    );
  await stage.sender.send(
    kind.commands.apply,
    { applyId, studentId: student.studentCode, form: form as never },
    applied,
  );
  await decide(stage, { applyId, name, from, outcome, returning: returns(kind.processNo) }, deciders);
}

const returns = (processNo: string): boolean =>
  processDefinitions.find((definition) => definition.processNo === processNo)?.approvalType === approvalType.rejecting;

interface Deciding {
  readonly applyId: string;
  readonly name: string;
  readonly from: string;
  readonly outcome: Outcome;
  /** Whoever does not pass it sends it back. */
  readonly returning: boolean;
}

/** The decisions that lead to an outcome, half a day apart and none in the future. */
async function decide(
  stage: Stage,
  { applyId, name, from, outcome, returning }: Deciding,
  deciders: readonly Actor[],
): Promise<void> {
  let revision = 0;
  const send = async (actor: Actor, turn: number, approvalStatus: NodeResult, opinion: string) => {
    const time = Math.min(Date.parse(from) + (turn + 1) * 12 * hourMs, Date.parse(stage.end));
    const done = await stage.sender.send(
      decideApplication,
      {
        applyId,
        revision,
        approvalStatus,
        approvalOpinion: opinion,
        ...(approvalStatus === nodeResult.rejected ? { backNode: APPLICANT_NODE } : {}),
      },
      {
        commandId: derivedId(`${name}:decide:${String(turn)}`),
        actor,
        permission: 'system:approve',
        at: new Date(time).toISOString(),
      },
    );
    revision = done.revision;
    return done.approvalBusinessStatus === businessStatus.passed;
  };
  if (outcome === 'refused') {
    const result = returning ? nodeResult.rejected : nodeResult.notPassed;
    await send(deciders[0]!, 0, result, returning ? '材料不全，请补充后重新提交' : '不符合条件，请按培养计划修读');
    return;
  }
  // In approval: whoever decides last has not yet.
  const asked = outcome === 'passed' ? deciders : deciders.slice(0, -1);
  for (const [turn, actor] of asked.entries()) if (await send(actor, turn, nodeResult.passed, '情况属实，同意')) return;
}
