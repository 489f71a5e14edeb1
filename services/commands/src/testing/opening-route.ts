import { z } from 'zod';
import { defineCommand } from '@jwxt/contracts/kernel/command.ts';
import { applicationStream } from '@jwxt/contracts/approval/application.events.ts';
import { applicationDecider } from '../approval/application.decider.ts';
import { draft } from '../approval/application.fixture.ts';
import { submitApplicationByPolicy } from '../approval/application-submit.ts';
import { defineRoute, type CommandRoute, type Policy } from '../kernel/command-route.ts';
import { isRefused } from '../kernel/refusal.ts';

const open = defineCommand(
  'test.open',
  z.object({ applyId: z.string(), round: z.number().int().default(1) }),
  z.object({ revision: z.number() }),
);
const recall = defineCommand('test.recall', z.object({ applyId: z.string() }), z.object({ revision: z.number() }));
const nobody = { userName: 'teacher1', name: '张老师', departmentName: null, candidate: false };

/** Opens, and takes back, an application without people: what policies under test react to. */
export const openingRoutes: readonly CommandRoute[] = [
  defineRoute(open, async ({ applyId, round }, context, { handler }) => {
    const done = await handler.execute({
      stream: applicationStream(applyId),
      decider: applicationDecider,
      command: { type: 'submit', draft: draft({ applyId, round }) },
      context,
      facts: () => nobody,
    });
    return isRefused(done) ? done : { result: { revision: done.revision }, position: done.position };
  }),
  defineRoute(recall, async ({ applyId }, context, { handler }) => {
    const done = await handler.execute({
      stream: applicationStream(applyId),
      decider: applicationDecider,
      command: { type: 'recall', reason: null },
      context,
      facts: () => nobody,
    });
    return isRefused(done) ? done : { result: { revision: done.revision }, position: done.position };
  }),
];

/** The application that {@link openChild} opens for another. */
export const childOf = (applyId: string): string => `child-${applyId}`;

/**
 * A policy with an effect in another stream: for every application it opens a second one. `before` may fail, or kill
 * the process.
 */
export function openChild(before: (applyId: string) => void = () => undefined): Policy {
  return {
    name: 'test.openChild',
    types: ['ApplicationSubmitted', 'ApplicationRecalled'],
    start: 'beginning',
    async react(event, services) {
      const { applyId } = event.event.data as { applyId: string };
      if (applyId.startsWith('child-')) return null;
      before(applyId);
      if (event.event.type === 'ApplicationRecalled') return null;
      const round = (event.event.data as { round: number }).round;
      return await submitApplicationByPolicy(
        services,
        draft({ applyId: round === 1 ? childOf(applyId) : `${childOf(applyId)}-${round}` }),
        event,
      );
    },
  };
}
