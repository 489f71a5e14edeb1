import {
  authStatusAt,
  secondaryAuthStreams,
  type SecondaryAuthState,
  authStatus,
} from '@jwxt/contracts/approval/secondary-auth.state.ts';
import type { SecondaryAuth, SecondaryAuthEvent } from '@jwxt/contracts/approval/secondary-auth.events.ts';
import { MAX_DELEGATION_DAYS } from '@jwxt/contracts/approval/secondary-auth.operations.ts';
import type { Decider, Decision } from '../kernel/decider.ts';
import { refuse } from '../kernel/refusal.ts';

/** What may be asked of an authorisation. */
export type SecondaryAuthCommand =
  | { readonly type: 'grant'; readonly auth: SecondaryAuth }
  | { readonly type: 'revoke' };

/** What base data says about the two. */
export interface SecondaryAuthFacts {
  readonly userName: string;
  /** ISO instant of the command. */
  readonly now: string;
  /** Processes of which the authoriser is an approver in his own right: nothing that was lent to him (not chained). */
  readonly decides: ReadonlySet<string>;
  /** Whether the other one is an approver of anything, so that he can decide at all. */
  readonly targetMayApprove: boolean;
}

/**
 * The rules of `secondaryAuth-<authId>` (SYSADMIN-18): only what one holds, at most 90 days, not chained, ended early
 * by who gave it.
 */
export const secondaryAuthDecider: Decider<
  SecondaryAuthState,
  SecondaryAuthCommand,
  SecondaryAuthEvent,
  SecondaryAuthFacts
> = {
  streams: secondaryAuthStreams,
  decide: (state, command, facts) =>
    command.type === 'grant' ? grant(state, command.auth, facts) : revoke(state, facts),
};

const day = 86_400_000;

function grant(
  state: SecondaryAuthState,
  auth: SecondaryAuth,
  { now, decides, targetMayApprove }: SecondaryAuthFacts,
): Decision<SecondaryAuthEvent> {
  if (state.phase !== 'none') return refuse('CONCURRENT_CHANGE');
  const [begin, end] = [Date.parse(auth.beginTime), Date.parse(auth.endTime)];
  const wrong = (code: 'DELEGATION_PERIOD' | 'DELEGATION_TOO_LONG', message: string) =>
    refuse(code, {}, { fieldErrors: [{ field: 'endTime', message }] });
  if (end <= begin || end <= Date.parse(now)) return wrong('DELEGATION_PERIOD', '结束时间应晚于开始时间和当前时间');
  if (end - begin > MAX_DELEGATION_DAYS * day) return wrong('DELEGATION_TOO_LONG', '代理期限最长 90 天');
  if (auth.toUser.userName === auth.fromUser.userName) return refuse('DELEGATION_TO_SELF');
  if (!targetMayApprove) return refuse('DELEGATION_NO_USER', { name: auth.toUser.name });
  if (decides.size === 0) return refuse('DELEGATION_NOTHING');
  const foreign = auth.processNos.find((processNo) => !decides.has(processNo));
  if (foreign !== undefined) return refuse('DELEGATION_PROCESS', { process: foreign });
  return [{ type: 'SecondaryAuthGranted', data: auth }];
}

function revoke(state: SecondaryAuthState, { userName, now }: SecondaryAuthFacts): Decision<SecondaryAuthEvent> {
  if (state.phase === 'none') return refuse('NOT_FOUND');
  const { authId, fromUser, toUser, beginTime, endTime } = state.auth;
  if (fromUser.userName !== userName) return refuse('DELEGATION_NOT_YOURS');
  if (state.phase === 'revoked') return [];
  if (authStatusAt({ beginTime, endTime, revoked: false }, now) === authStatus.ended) return refuse('DELEGATION_ENDED');
  return [
    { type: 'SecondaryAuthRevoked', data: { authId, fromUserName: fromUser.userName, toUserName: toUser.userName } },
  ];
}
