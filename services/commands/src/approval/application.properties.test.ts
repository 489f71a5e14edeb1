import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ApplicationDraft, ApplicationEvent } from '@jwxt/contracts/approval/application.events.ts';
import { applicationStreams, askedNodes, type ApplicationState } from '@jwxt/contracts/approval/application.state.ts';
import type { EventContext } from '@jwxt/contracts/kernel/event.ts';
import { foldStream } from '@jwxt/contracts/kernel/stream.ts';
import { isRefused } from '../kernel/refusal.ts';
import { applicationDecider, type ApplicationCommand, type ApplicationFacts } from './application.decider.ts';
import { by, draft, node } from './application.fixture.ts';

const people = ['teacher1', 'teacher2', 'dean1', 'registrar1', 'office1'] as const;

const drafts = fc
  .record({
    type: fc.constantFrom('0' as const, '1' as const),
    recallAllowed: fc.boolean(),
    nodes: fc.array(fc.record({ skipped: fc.boolean(), own: fc.boolean() }), { minLength: 1, maxLength: 4 }),
  })
  .map(({ type, recallAllowed, nodes }) =>
    draft(
      {},
      {
        approvalType: type,
        recallAllowed,
        // At least one node is asked: a draft never skips all.
        nodes: nodes.map(({ skipped, own }, index) =>
          node(index + 1, { skipped: skipped && index > 0, skipReason: null, scopeUnit: own ? '101' : '*' }),
        ),
      },
    ),
  );

/** Asks as a person would: mostly with what is on the screen, sometimes with something older. */
interface Step {
  readonly kind: 'submit' | 'recall' | '0' | '1' | '2';
  readonly who: string;
  readonly candidate: boolean;
  readonly behind: number;
  readonly backNode: string;
}
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    'submit' as const,
    'recall' as const,
    '0' as const,
    '0' as const,
    '1' as const,
    '2' as const,
    '2' as const,
  ),
  who: fc.constantFrom(...people),
  candidate: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  behind: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) }),
  backNode: fc.constantFrom('0', 'P-1', 'P-2', 'P-3', 'P-9'),
});

interface Written {
  readonly event: ApplicationEvent;
  readonly context: EventContext;
  readonly seen: number | null;
  readonly who: ApplicationFacts;
}

function play(first: ApplicationDraft, steps: readonly Step[]): { written: Written[]; states: ApplicationState[] } {
  let state: ApplicationState = applicationStreams.initial;
  const written: Written[] = [];
  const states: ApplicationState[] = [];
  for (const { kind, who: userName, candidate, behind, backNode } of [
    { kind: 'submit', who: 'teacher1', candidate: false, behind: 0, backNode: '0' } as Step,
    ...steps,
  ]) {
    const who = by(userName, candidate);
    const seen = Math.max(0, written.length - 1 - behind);
    const round = state.phase === 'none' ? 1 : state.draft.round + 1;
    const command: ApplicationCommand =
      kind === 'submit'
        ? { type: 'submit', draft: { ...first, round } }
        : kind === 'recall'
          ? { type: 'recall', reason: null }
          : { type: 'decide', revision: seen, result: kind, backNode, opinion: '意见', isAllSchool: undefined };
    const decided = applicationDecider.decide(state, command, who);
    if (isRefused(decided)) continue;
    for (const event of decided) {
      const context = {
        revision: written.length,
        time: new Date(Date.UTC(2026, 10, 20, 0, 0, written.length)).toISOString(),
        userName,
        name: who.name,
      };
      state = applicationStreams.evolve(state, event, context);
      written.push({ event, context, seen: command.type === 'decide' ? command.revision : null, who });
      states.push(state);
    }
  }
  return { written, states };
}

/** Invariants that the event number `index` breaks. */
function broken(
  first: ApplicationDraft,
  written: readonly Written[],
  states: readonly ApplicationState[],
  index: number,
): string[] {
  const [one, state] = [written[index], states[index]];
  if (!one || !state || state.phase === 'none') return ['a written application exists'];
  const asked = new Set(askedNodes(first).map(({ processNodeId }) => processNodeId));
  const { event, who, seen } = one;
  // ApplicationPassed follows NodePassed in one append, so the latter is what its maker saw last but one.
  const last = event.type === 'ApplicationPassed' ? index - 2 : index - 1;
  const rules: [string, boolean][] = [
    ['a decision is taken on what was last written', seen === null || seen === last],
    ['by a candidate', seen === null || who.candidate],
    ['without interest', seen === null || !['teacher1', 'teacher2'].includes(who.userName)],
    ['at a node that is asked', !('processNodeId' in event.data) || asked.has(event.data.processNodeId)],
    ['a node that is asked comes next', state.phase !== 'inApproval' || asked.has(state.node.processNodeId)],
    [
      'rejections need type 1',
      !['ApplicationRejected', 'ApplicationReturned'].includes(event.type) || first.process.approvalType === '1',
    ],
    ['not passing needs another type', event.type !== 'ApplicationNotPassed' || first.process.approvalType === '0'],
  ];
  return rules.filter(([, kept]) => !kept).map(([rule]) => `${rule} (${event.type} at ${index})`);
}

test('any sequence of commands keeps the invariants of an application', () => {
  fc.assert(
    fc.property(drafts, fc.array(step, { maxLength: 30 }), (first, steps) => {
      const { written, states } = play(first, steps);
      expect(written.flatMap((_one, index) => broken(first, written, states, index))).toEqual([]);
      // Nothing follows the end.
      expect(states.slice(0, -1).filter((state) => state.phase === 'ended')).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('an application passes only when every asked node has passed in its round, in order', () => {
  fc.assert(
    fc.property(drafts, fc.array(step, { maxLength: 40 }), (first, steps) => {
      const last = play(first, steps).states.at(-1);
      fc.pre(last?.phase === 'ended' && last.status === '9');
      // The path of passed nodes: a rejection takes back what was passed from its node on.
      let path: string[] = [];
      for (const { node: at, result, round } of last.decisions) {
        if (round !== last.draft.round) continue;
        if (result === '0')
          path = [
            ...path.slice(0, path.includes(at.processNodeId) ? path.indexOf(at.processNodeId) : path.length),
            at.processNodeId,
          ];
      }
      expect(path).toEqual(askedNodes(last.draft).map(({ processNodeId }) => processNodeId));
    }),
    { numRuns: 500 },
  );
});

test('replaying any prefix of the events gives the state that was shown then', () => {
  fc.assert(
    fc.property(drafts, fc.array(step, { maxLength: 20 }), fc.nat(), (first, steps, cut) => {
      const { written, states } = play(first, steps);
      const length = 1 + (cut % written.length);
      const replayed = foldStream(
        applicationStreams,
        written.slice(0, length).map(({ event, context }) => [event, context] as const),
      );
      expect(replayed).toEqual(states[length - 1]);
    }),
    { numRuns: 300 },
  );
});
