import type { z } from 'zod';
import type { PermissionCode } from './permission.vocabulary.ts';
import type { OperationScope } from './scope.vocabulary.ts';
import { outcomes, type OutcomeKind } from './outcome.vocabulary.ts';

/** Root of every path. */
export const API_ROOT = '/api';

/**
 * Who may call an operation: a permission code, or `public` with the reason why nobody has to be asked
 * ('signed-in' means: any session, no code). A declaration without either does not compile.
 */
export type Access = { permission: PermissionCode } | { signedIn: string } | { public: string };

/**
 * What an operation's data scope is judged by. Whatever asks for a permission says it: a target, whose condition its
 * handler must ask for before it writes or answers (`scopeCondition`), or `{ none: reason }`. Scopes belong to roles
 * with a permission: where none is asked, the reason in `access` says why.
 */
type Guarded =
  | { readonly access: Exclude<Access, { permission: PermissionCode }>; readonly scope?: OperationScope }
  | { readonly access: Extract<Access, { permission: PermissionCode }>; readonly scope: OperationScope };

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Whether calls by this method carry their fields in a body; otherwise all of them stand in the address. */
export function hasBody(method: Method): boolean {
  return method !== 'GET';
}

/**
 * One call of the API, declared once: the gateway's route, the permission check, OpenAPI and the browser's client come
 * from it.
 */
export type Operation<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> = Guarded & {
  /** Stable name, `area.verb`; operationId in OpenAPI. */
  readonly id: string;
  readonly method: Method;
  /** Path below the API root `/api`, with `{name}` parameters, which are also keys of the input. */
  readonly path: string;
  /** Chinese, one line: what a person does with it. */
  readonly summary: string;
  /** One flat schema for path parameters, query (GET) and body (the other methods). */
  readonly input: I;
  /** Schema of the envelope's `data`. */
  readonly output: O;
  /**
   * How the browser sends a body: flat fields as a form (CLIENT-09), nested ones as JSON; the server takes both.
   * `multipart`: the fields with one file after them.
   */
  readonly encoding?: 'form' | 'json' | 'multipart';
  /**
   * Fields that travel in the address, beside the body, as the specification has it for some lists
   * (PICKERS-021).
   */
  readonly inAddress?: readonly string[];
  /**
   * Bytes of the body at most, where it is not 4 KB of a public call and 1 MB of the others. An upload's file does not
   * count.
   */
  readonly bodyBytes?: number;
  /** Fields whose texts have limits of their own; no other text is longer than 10,000 characters. */
  readonly longTexts?: readonly string[];
  /** Somebody could guess by it: counted by address, with its like, whatever session comes along. */
  readonly guessing?: 'sign-in' | 'verify';
  /** What the call does, for the words it ends with: {@link outcomeOf} says which without it. */
  readonly outcome?: OutcomeKind;
  /** Shown when the server gave no message (ERRORS-02), where the words of {@link outcome} would be less exact. */
  readonly failureText?: string;
  /** Shown in the place of the general sentence when the call did not get through (EXAM-SET-05, 21). */
  readonly networkText?: string;
  /** `long`: the browser waits for half an hour (CLIENT-12). */
  readonly patience?: 'long';
  /**
   * `meta`: success is `meta.statusCode`, as the specification has it for some services (CLIENT-03). `file`: the answer
   * is a download.
   */
  readonly answer?: 'envelope' | 'meta' | 'file';
  /** Why it may be called before a first password is changed. */
  readonly firstPassword?: string;
  /** Why it may be called after the password, before the second step of signing in. */
  readonly beforeSecondStep?: string;
  /**
   * Why somebody who came by a temporary link may do it, although it is more than looking ({@link isBeyondLooking}).
   */
  readonly temporary?: string;
  /** Why nobody may do it who only looks with a person's eyes, although it only looks: the copy is his alone. */
  readonly himself?: string;
  /** Why it cannot be switched off (SYSADMIN-17); the others can. */
  readonly alwaysOn?: string;
  /**
   * Where the school wants it, somebody else who may do it as well has to confirm it first (decision 056): why, for
   * people, and what it would do, told from its input. Its input has the `commandId` that makes it once.
   */
  readonly dangerous?: { readonly why: string; tells(input: z.output<I>): string };
  /** Why a program may call it with its token, although no permission names it. */
  readonly programs?: string;
  /**
   * Only for a GET that a window opens by its address, so that it cannot carry `_t`, csrf and permission: why that is
   * safe.
   */
  readonly opened?: string;
  /** Who calls it when no page of ours does, in English, for OpenAPI: `programs that …`. */
  readonly calledBy?: string;
};

/** Declares an operation, keeping the exact types of its schemas. */
export function defineOperation<I extends z.ZodType, O extends z.ZodType>(operation: Operation<I, O>): Operation<I, O> {
  return operation;
}

/**
 * The permission code an operation asks for, or null when it asks for none (sent in the `permission` header,
 * CLIENT-21).
 */
export function permissionOf(operation: Pick<Operation, 'access'>): PermissionCode | null {
  return 'permission' in operation.access ? operation.access.permission : null;
}

const looking: readonly (OutcomeKind | undefined)[] = ['query', 'queryApplications', 'exportExcel'];

/** Whether a call only shows something: GET, lists asked for by POST, and exports. */
export function onlyLooks({ method, outcome }: Pick<Operation, 'method' | 'outcome'>): boolean {
  return method === 'GET' || looking.includes(outcome);
}

/**
 * Whether somebody who came by a temporary link is kept from an operation: the link stands for a person's eyes, not for
 * the hand, so deciding, entering, delegating, granting and whatever else writes is refused unless its declaration says
 * why not.
 */
export function isBeyondLooking(
  operation: Pick<Operation, 'access' | 'method' | 'outcome' | 'temporary' | 'himself'>,
): boolean {
  if (operation.himself !== undefined) return true;
  return !onlyLooks(operation) && !('public' in operation.access) && operation.temporary === undefined;
}

/** What a call does, by default `query` for GET and `operate` for POST. */
export function outcomeOf({ outcome, method }: Pick<Operation, 'outcome' | 'method'>): OutcomeKind {
  return outcome ?? (method === 'GET' ? 'query' : 'operate');
}

/** What a person is told when the call succeeded, or failed without a word from the server. */
export function outcomeTexts(operation: Pick<Operation, 'outcome' | 'method' | 'failureText'>): {
  success: string;
  failure: string;
} {
  const { success, failure } = outcomes[outcomeOf(operation)];
  return { success, failure: operation.failureText ?? failure };
}

export type InputOf<O extends Operation> = z.input<O['input']>;
export type OutputOf<O extends Operation> = z.output<O['output']>;
