import { createHmac, hash } from 'node:crypto';
import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import {
  BINDING_MINUTES,
  RECOVERY_CODES,
  secondStep,
  type SecondStep,
} from '@jwxt/contracts/session/second-factor.vocabulary.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';
import { Refused } from '../kernel/refused.ts';
import { createFactorSeal } from './factor-seal.ts';
import { authenticatorAddress, newSecret, periodOf } from './totp.ts';

declare module '../kernel/services.ts' {
  interface Services {
    readonly secondFactors: SecondFactors;
  }
}

/** What the person's second factor is like. */
export interface FactorStatus {
  readonly bound: boolean;
  /** A role that the person holds asks for one. */
  readonly required: boolean;
  readonly boundAt: Date | null;
  readonly codesLeft: number;
}

/** A secret that an authenticator may take, and nobody has kept yet. */
export interface NewFactor {
  readonly sealed: string;
  readonly secret: string;
  readonly address: string;
}

/** Second factors: codes of an authenticator (TOTP, RFC 6238), and recovery codes for who has lost it. */
export interface SecondFactors {
  status(userName: string): Promise<FactorStatus>;
  /** What is to be done after the password; null: nothing. */
  stepAfterPassword(userName: string): Promise<SecondStep | null>;
  begin(userName: string, issuer: string, now: Date): NewFactor;
  /** The period of the code that confirms what was begun. Throws SECOND_FACTOR_LATE or SECOND_CODE_WRONG. */
  confirm(userName: string, begun: { sealed: string; code: string }, now: Date): number;
  /**
   * Takes a code of the person's authenticator. Each period's code is believed once, and none from before it. Throws
   * SECOND_FACTOR_NONE, SECOND_FACTOR_UNREADABLE or SECOND_CODE_WRONG.
   */
  take(userName: string, code: string, now: Date): Promise<void>;
  /** The recovery codes of a command. They follow from its id: sent again, it answers the same. */
  recoveryCodesFor(commandId: string, userName: string): string[];
}

/** What is kept of a recovery code: it has 80 bits, which nobody finds again from a hash. */
export const hashOfCode = (plain: string): string => hash('sha256', plain, 'hex');

/** Creates them over the gateways' secrets. */
export function createSecondFactors(db: Queryable, secrets: readonly string[]): SecondFactors {
  const seal = createFactorSeal(secrets);
  const status = async (userName: string): Promise<FactorStatus> => {
    const { rows } = await db.query<FactorStatus>(
      `select factor.user_name is not null as bound, factor.bound_at as "boundAt",
          exists (select from base.user_role held join base.role using (jsbh)
            where held.user_name = $1 and role.mfa_required = $2) as required,
          (select count(*)::int from gateway.recovery_code code
            where code.user_name = $1 and code.used_at is null) as "codesLeft"
        from (select) one left join gateway.second_factor factor on factor.user_name = $1`,
      [userName, yesNo.yes],
    );
    return rows[0]!;
  };
  return {
    status,
    async stepAfterPassword(userName) {
      const { bound, required } = await status(userName);
      if (bound) return secondStep.code;
      return required ? secondStep.bind : null;
    },
    begin(userName, issuer, now) {
      const secret = newSecret();
      return {
        secret,
        sealed: seal.seal(userName, { secret, madeAt: now.getTime() }),
        address: authenticatorAddress(secret, { issuer, label: userName }),
      };
    },
    confirm(userName, { sealed, code }, now) {
      const begun = seal.open(userName, sealed);
      if (!begun || now.getTime() - begun.madeAt > BINDING_MINUTES * 60_000) throw new Refused('SECOND_FACTOR_LATE');
      const period = periodOf(begun.secret, code, now);
      if (period === null) throw new Refused('SECOND_CODE_WRONG');
      return period;
    },
    async take(userName, code, now) {
      const { rows } = await db.query<{ sealed: string }>(
        'select sealed from gateway.second_factor where user_name = $1',
        [userName],
      );
      if (!rows[0]) throw new Refused('SECOND_FACTOR_NONE');
      const opened = seal.open(userName, rows[0].sealed);
      if (!opened) throw new Refused('SECOND_FACTOR_UNREADABLE');
      const period = periodOf(opened.secret, code, now);
      // Sealed anew with the first secret while there are two, so that the second can go.
      const sealed = opened.stale ? seal.seal(userName, opened) : rows[0].sealed;
      const { rowCount } = await db.query(
        `update gateway.second_factor set last_period = $2, sealed = $3
          where user_name = $1 and last_period < $2 and sealed = $4`,
        [userName, period ?? -1, sealed, rows[0].sealed],
      );
      if (rowCount === 0) throw new Refused('SECOND_CODE_WRONG');
    },
    recoveryCodesFor: (commandId, userName) =>
      Array.from({ length: RECOVERY_CODES }, (_, index) =>
        inBase32(
          createHmac('sha256', secrets[0]!)
            .update(`recovery-code\n${commandId}\n${userName}\n${String(index)}`)
            .digest(),
        ),
      ),
  };
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Sixteen letters of the first sixteen bytes: five bits of each. */
function inBase32(bytes: Buffer): string {
  return Array.from(bytes.subarray(0, 16), (byte) => letters.charAt(byte & 31)).join('');
}
