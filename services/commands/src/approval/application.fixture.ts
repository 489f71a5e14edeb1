import type { ApplicationDraft, ApplicationEvent, NodeSnapshot } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams, type ApplicationState } from '@jwxt/contracts/approval/application.state.ts';
import { foldStream } from '@jwxt/contracts/kernel/stream.ts';
import type { Decision } from '../kernel/decider.ts';
import { isRefused, type Refusal } from '../kernel/refusal.ts';
import { applicationDecider, type ApplicationCommand, type ApplicationFacts } from './application.decider.ts';

/** A node for tests: number `n` of process P, asked in the opening unit unless told otherwise. */
export function node(n: number, more: Partial<NodeSnapshot> = {}): NodeSnapshot {
  return {
    processNodeId: `P-${n}`,
    processNodeName: `节点${n}`,
    roleCode: '04',
    roleName: '院系审核人',
    scopeRule: 'KKDW',
    scopeUnit: '101',
    scopeUnitName: '计算机学院',
    skipped: false,
    skipReason: null,
    ...more,
  };
}

/** A draft for tests: three nodes, type 1, applied for by teacher1 of unit 101 and entered with teacher2. */
export function draft(
  more: Partial<ApplicationDraft> = {},
  process: Partial<ApplicationDraft['process']> = {},
): ApplicationDraft {
  return {
    applyId: 'A1',
    round: 1,
    process: {
      processNo: 'P',
      processName: '正考成绩审批',
      processVersion: 1,
      approvalType: '1',
      recallAllowed: true,
      nodes: [node(1), node(2, { scopeUnit: '*', roleCode: '05' }), node(3, { scopeUnit: '*', roleCode: '02' })],
      ...process,
    },
    applicant: { userName: 'teacher1', name: '张老师', departmentId: '101', departmentName: '计算机学院' },
    applyTime: '2026-11-20T01:00:00.000Z',
    businessId: 'TC1.1',
    businessTable: 'T_CJ',
    scoreType: '1',
    teachingClassId: 'TC1',
    enteredBy: ['teacher1', 'teacher2'],
    content: { title: '标题', pieces: [{ label: '课程', value: '高等数学' }], differences: [], contentHash: 'h1' },
    ...more,
  };
}

/** Somebody who asks; a candidate of the current node unless told otherwise. */
export function by(userName: string, candidate = true): ApplicationFacts {
  return { userName, name: `${userName}的姓名`, departmentName: '计算机学院', candidate };
}

/** An application told as sentences: given what happened, when somebody asks, then events or a refusal. */
export interface Story {
  /** Carries it out; the story goes on from its events. Throws when refused. */
  given(command: ApplicationCommand, who?: ApplicationFacts): Story;
  /** Types of the events that the command would append, or the refusal. */
  when(
    command: ApplicationCommand,
    who?: ApplicationFacts,
  ): { events: readonly ApplicationEvent[]; types: readonly string[]; refused: Refusal | null };
  readonly state: ApplicationState;
  readonly revision: number;
}

/** Begins a story. Event number n happens at 08:0n school time. */
export function story(history: readonly (readonly [ApplicationEvent, string])[] = []): Story {
  const state = foldStream(
    applicationStreams,
    history.map(
      ([event, userName], revision) =>
        [
          event,
          { revision, time: new Date(Date.UTC(2026, 10, 20, 0, revision)).toISOString(), userName, name: userName },
        ] as const,
    ),
  );
  const decide = (command: ApplicationCommand, who: ApplicationFacts): Decision<ApplicationEvent> =>
    applicationDecider.decide(state, command, who);
  return {
    state,
    revision: history.length - 1,
    given(command, who = by('dean1')) {
      const decided = decide(command, who);
      if (isRefused(decided)) throw new Error(`refused: ${decided.refused.code}`);
      return story([...history, ...decided.map((event) => [event, who.userName] as const)]);
    },
    when(command, who = by('dean1')) {
      const decided = decide(command, who);
      return isRefused(decided)
        ? { events: [], types: [], refused: decided.refused }
        : { events: decided, types: decided.map(({ type }) => type), refused: null };
    },
  };
}

type Decide = Extract<ApplicationCommand, { type: 'decide' }>;
const decideAs = (result: Decide['result'], revision: number, more: Partial<Decide> = {}): Decide => ({
  type: 'decide',
  result,
  revision,
  backNode: undefined,
  opinion: '同意',
  isAllSchool: undefined,
  ...more,
});

export const submit = (of: ApplicationDraft = draft()): ApplicationCommand => ({ type: 'submit', draft: of });
export const pass = (revision: number): Decide => decideAs('0', revision);
export const notPass = (revision: number): Decide => decideAs('1', revision, { opinion: '材料不符' });
export const reject = (revision: number, backNode?: string, opinion = '请核对'): Decide =>
  decideAs('2', revision, { backNode, opinion });
export const recall: ApplicationCommand = { type: 'recall', reason: '填错' };
