import { z } from 'zod';
import { defineEvent, type EventDefinition, type EventOf } from '../kernel/event.ts';
import type { DomainEvent, StreamDefinition } from '../kernel/stream.ts';
import type { Upcaster } from '../kernel/upcast.ts';
import { withoutEffect, type ApplicationDraft } from './application.events.ts';
import type { ProcessNo } from './approval.vocabulary.ts';
import type { AskedRequest, BusinessRequestState } from './business-request.state.ts';
import { personal } from '../kernel/personal.ts';

const effected = z.object({ applyId: z.string() });
const closed = z.object({ applyId: z.string(), outcome: withoutEffect, opinion: personal(z.string(), 'about') });

/** What every request carries: the id of its application, and the frozen draft of it. */
interface Asking {
  readonly applyId: string;
  readonly application: ApplicationDraft;
}

/** The events that every kind of request has. */
export type RequestEvent<Name extends string, Request> =
  | { type: `${Name}Requested`; data: Request }
  | { type: `${Name}Effected`; data: z.output<typeof effected> }
  | { type: `${Name}Closed`; data: z.output<typeof closed> };

/** What each further event of a kind of request makes of one that was asked for. */
type MoreFolds<Request, Event extends DomainEvent> = {
  readonly [Type in Event['type']]: (
    state: AskedRequest<Request>,
    data: Extract<Event, { type: Type }>['data'],
  ) => AskedRequest<Request>;
};

interface StreamsDeclaration<Name, Schema extends z.ZodType<Asking>, More extends readonly EventDefinition[]> {
  /** Begins the names of its events: `AdjustCourse` gives `AdjustCourseRequested`, `…Effected`, `…Closed`. */
  readonly name: Name;
  readonly prefix: `${string}-`;
  /** Everything that it asks for. */
  readonly request: Schema;
  /** Version of its `…Requested`, and what lifts the former ones; 1 where it never changed. */
  readonly requested?: { readonly version: number; readonly upcasters: readonly Upcaster[] };
  /** What else happens to it: its own events, and what each makes of it. */
  readonly more?: { readonly events: More; readonly evolve: MoreFolds<z.output<Schema>, EventOf<More[number]>> };
}

/** By which process a request is decided, and where its applications say they are kept. */
interface Decided {
  /** The process that decides it. */
  readonly processNo: ProcessNo;
  /** Business table of its applications, and the default one of their attachments (APPROVAL-45). */
  readonly businessTable: string;
}

/** The streams `<prefix><applyId>` in which requests are that approvals decide. */
interface RequestStreams<Name extends string, Request, Event extends DomainEvent> {
  readonly name: Name;
  readonly streams: StreamDefinition<BusinessRequestState<Request>, Event>;
  /** Stream of what one application asks for. */
  streamOf(applyId: string): string;
}

/** One kind of request that an approval decides. */
export interface BusinessRequest<Name extends string, Request, Event extends DomainEvent>
  extends RequestStreams<Name, Request, Event>, Decided {}

/** Declares a request with streams of its own, decided by one process. */
export function defineBusinessRequest<
  const Name extends string,
  Schema extends z.ZodType<Asking>,
  const More extends readonly EventDefinition[] = readonly [],
>({
  processNo,
  businessTable,
  ...declaration
}: StreamsDeclaration<Name, Schema, More> & Decided): BusinessRequest<
  Name,
  z.output<Schema>,
  RequestEvent<Name, z.output<Schema>> | EventOf<More[number]>
> {
  return { ...defineRequestStreams(declaration), processNo, businessTable };
}

/**
 * Declares the streams of requests: asked for once a round, in force once its application has passed, closed when it
 * ends without effect.
 */
export function defineRequestStreams<
  const Name extends string,
  Schema extends z.ZodType<Asking>,
  const More extends readonly EventDefinition[] = readonly [],
>({
  name,
  prefix,
  request,
  requested = { version: 1, upcasters: [] },
  more,
}: StreamsDeclaration<Name, Schema, More>): RequestStreams<
  Name,
  z.output<Schema>,
  RequestEvent<Name, z.output<Schema>> | EventOf<More[number]>
> {
  type Request = z.output<Schema>;
  const folds = (more?.evolve ?? {}) as Readonly<Record<string, MoreFolds<Request, DomainEvent>[string]>>;
  return {
    name,
    streamOf: (applyId) => `${prefix}${applyId}`,
    streams: {
      prefix,
      events: [
        defineEvent(`${name}Requested`, requested.version, request),
        defineEvent(`${name}Effected`, 1, effected),
        defineEvent(`${name}Closed`, 1, closed),
        ...(more?.events ?? []),
      ],
      upcasters: requested.upcasters,
      initial: { status: 'none' },
      evolve(state, event) {
        const { type, data }: DomainEvent = event;
        if (type === `${name}Requested`) return { status: 'requested', request: data as Request };
        if (state.status === 'none') throw new Error(`${type} on a request that nobody made`);
        if (type === `${name}Effected`) return { ...state, status: 'effected' };
        if (type === `${name}Closed`) return { ...state, status: (data as z.output<typeof closed>).outcome };
        const fold = folds[type];
        if (!fold) throw new Error(`${type} is no event of ${name}`);
        return fold(state, data);
      },
    },
  };
}
