import type { ApplicationEvent } from '@jwxt/contracts/approval/application.events.ts';
import type { RequestOutcome } from '@jwxt/contracts/approval/business-request.state.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import type { CommandServices, Policy } from '../../kernel/command-route.ts';
import type { StoredEvent } from '../../kernel/event-codec.ts';

/**
 * How an application ends for its content, by the event that says so; null: it goes on. A new event of applications
 * does not compile until it is known to be an ending or none.
 */
const endingOf = {
  ApplicationSubmitted: null,
  NodePassed: null,
  NodeEndorsed: null,
  ApplicationPassed: 'passed',
  ApplicationNotPassed: 'notPassed',
  ApplicationRejected: null,
  ApplicationReturned: 'returned',
  ApplicationRecalled: 'recalled',
  ApplicationTransferred: null,
  ApplicationUrged: null,
  ApplicationOverdue: null,
} as const satisfies Record<ApplicationEvent['type'], string | null>;

type EndingOf = typeof endingOf;
type EndingEvent = { [Type in keyof EndingOf]: EndingOf[Type] extends null ? never : Type }[keyof EndingOf];
type Ending = EndingOf[EndingEvent];
type EndingData<Type extends EndingEvent = EndingEvent> = Extract<ApplicationEvent, { type: Type }>['data'];

const endingEvents = (Object.keys(endingOf) as (keyof EndingOf)[]).filter(
  (type): type is EndingEvent => endingOf[type] !== null,
);
const outcomes = {
  passed: 'effected',
  notPassed: 'notPassed',
  returned: 'returned',
  recalled: 'recalled',
} as const satisfies Record<Ending, RequestOutcome>;

interface EndWith<Data, Outcome> {
  /** The event that says so, from which the commands that follow get their ids. */
  readonly cause: StoredEvent;
  readonly data: Data;
  /** How its content stands from now on, if it takes effect where it passed. */
  readonly outcome: Outcome;
  /** With which words: the decision's opinion, or why it was taken back; empty where nothing was said. */
  readonly opinion: string;
}
type Ends = {
  [Type in EndingEvent as EndingOf[Type]]: EndWith<EndingData<Type>, (typeof outcomes)[EndingOf[Type]]>;
};
/** An application that has ended, with one of these endings. */
export type ApplicationEnd<E extends Ending = Ending> = Ends[E];

type Reaction<Content, E extends Ending> = (
  content: Content,
  end: ApplicationEnd<E>,
  services: CommandServices,
) => Promise<Position | null>;

/** What each ending does to a content; one that does nothing to it says so. Answers as {@link Policy} does. */
type EndReactions<Content> = { readonly [E in Ending]: Reaction<Content, E> | 'nothing' };

/** What the end of applications does, under the name of its policy. */
interface EndDeclaration<Content> extends EndReactions<Content> {
  readonly name: Policy['name'];
  /** What the application is about, as it stands now; null when this end is no longer its affair. */
  readonly content: (subject: EndingData, services: CommandServices) => Promise<Content | null> | Content | null;
}

/** The policy that carries the end of every application of one process, or of some, over to what it is about. */
export function onApplicationEnd<Content>(
  processNo: string | readonly string[],
  { name, content: contentOf, ...reactions }: EndDeclaration<Content>,
): Policy {
  const processNos = [processNo].flat();
  return {
    name,
    types: endingEvents,
    start: 'beginning',
    async react(cause, services) {
      const { type, data } = cause.event as Extract<ApplicationEvent, { type: EndingEvent }>;
      if (!processNos.includes(data.processNo)) return null;
      const ending = endingOf[type];
      const reaction = reactions[ending] as Reaction<Content, Ending> | 'nothing';
      if (reaction === 'nothing') return null;
      const content = await contentOf(data, services);
      if (content === null) return null;
      const opinion = 'opinion' in data ? data.opinion : (data.reason ?? '');
      return reaction(content, { cause, data, outcome: outcomes[ending], opinion } as ApplicationEnd, services);
    },
  };
}
