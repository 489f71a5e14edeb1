import {
  appealStatus,
  punishName,
  punishStatus,
  punishStatusNames,
  type AppealStatus,
  type PunishStatus,
} from '@jwxt/contracts/student-status/conduct/conduct.vocabulary.ts';
import {
  appealUntil,
  daysAfter,
  endOf,
  monthsProblem,
} from '@jwxt/contracts/student-status/conduct/punishment.rules.ts';
import { refuse, refuseField, type Refused } from '../../kernel/refusal.ts';

/** What of a punishment decides how it goes on (STUDENT-STATUS-39); days are `YYYY-MM-DD`. */
export interface PunishmentLife {
  readonly punishName: string;
  readonly months: number | null;
  readonly violationDate: string;
  readonly punishDate: string | null;
  readonly deliverDate: string | null;
  readonly effectDate: string | null;
  readonly endDate: string | null;
  readonly appealStatus: AppealStatus;
  readonly appealDate: string | null;
  readonly appealText: string | null;
  readonly appealDecideDate: string | null;
  readonly appealOpinion: string | null;
  readonly removeDate: string | null;
  readonly endReason: string | null;
  readonly punishStatus: PunishStatus;
}

/** What happens to a punishment after it was approved. */
export type PunishmentCommand =
  | { readonly type: 'deliver'; readonly deliverDate: string }
  | { readonly type: 'appeal'; readonly appealText: string }
  | {
      readonly type: 'decideAppeal';
      readonly appealStatus: AppealStatus;
      readonly appealOpinion: string;
      readonly punishName: string | null;
      readonly months: number | null;
    }
  /** The time for an appeal is over and nobody appealed. */
  | { readonly type: 'takeEffect' }
  | { readonly type: 'remove'; readonly endReason: string }
  | { readonly type: 'revoke'; readonly endReason: string };

type Change = Partial<PunishmentLife>;

/** What a command changes on a day, or why it is refused. */
export function decidePunishment(life: PunishmentLife, command: PunishmentCommand, today: string): Change | Refused {
  switch (command.type) {
    case 'deliver':
      return deliver(life, command.deliverDate, today);
    case 'appeal':
      return appeal(life, command.appealText, today);
    case 'decideAppeal':
      return decideAppeal(life, command, today);
    case 'takeEffect':
      return takeEffect(life, today);
    case 'remove':
      return remove(life, command.endReason, today);
    case 'revoke':
      return isEnded(life)
        ? refuse('PUNISHMENT_ENDED', { status: punishStatusNames[life.punishStatus] })
        : { punishStatus: punishStatus.revoked, endReason: command.endReason };
    default:
      return command satisfies never;
  }
}

const isEnded = ({ punishStatus: at }: PunishmentLife): boolean =>
  at === punishStatus.removed || at === punishStatus.revoked;

function deliver(life: PunishmentLife, deliverDate: string, today: string): Change | Refused {
  if (isEnded(life)) return refuse('PUNISHMENT_ENDED', { status: punishStatusNames[life.punishStatus] });
  if (life.deliverDate !== null) return refuse('PUNISHMENT_DELIVERED', { date: life.deliverDate });
  if (deliverDate > today || deliverDate < (life.punishDate ?? life.violationDate))
    return refuseField('PUNISHMENT_DELIVERY_DAY', {}, 'deliverDate');
  return { deliverDate, endDate: endOf(deliverDate, life.months) };
}

function appeal(life: PunishmentLife, appealText: string, today: string): Change | Refused {
  const { deliverDate } = life;
  if (deliverDate === null) return refuse('PUNISHMENT_NOT_DELIVERED');
  if (life.appealStatus !== appealStatus.none) return refuse('PUNISHMENT_APPEALED');
  const until = appealUntil(deliverDate);
  if (life.punishStatus !== punishStatus.intended || today > until) return refuse('PUNISHMENT_APPEAL_LATE', { until });
  return { appealStatus: appealStatus.open, appealDate: today, appealText };
}

function decideAppeal(
  life: PunishmentLife,
  asked: Extract<PunishmentCommand, { type: 'decideAppeal' }>,
  today: string,
): Change | Refused {
  if (life.appealStatus !== appealStatus.open || isEnded(life)) return refuse('PUNISHMENT_NO_APPEAL');
  const decided = {
    appealStatus: asked.appealStatus,
    appealOpinion: asked.appealOpinion,
    appealDecideDate: today,
  };
  switch (asked.appealStatus) {
    case appealStatus.upheld:
      return { ...decided, punishStatus: punishStatus.inForce, effectDate: today };
    case appealStatus.changed: {
      const lighter = asked.punishName ?? '';
      if (lighter === '' || lighter >= life.punishName) return refuseField('PUNISHMENT_NOT_LIGHTER', {}, 'punishName');
      const problem = monthsProblem(lighter, asked.months);
      if (problem !== null) return refuseField('PUNISHMENT_MONTHS', { problem }, 'months');
      return {
        ...decided,
        punishName: lighter,
        months: asked.months,
        endDate: endOf(life.deliverDate ?? today, asked.months),
        punishStatus: punishStatus.inForce,
        effectDate: today,
      };
    }
    case appealStatus.revoked:
      return { ...decided, punishStatus: punishStatus.revoked, endReason: asked.appealOpinion.slice(0, 100) };
    default:
      return refuseField('PUNISHMENT_NO_APPEAL', {}, 'appealStatus');
  }
}

function takeEffect(life: PunishmentLife, today: string): Change | Refused {
  const { deliverDate } = life;
  if (deliverDate === null) return refuse('PUNISHMENT_NOT_DELIVERED');
  if (life.punishStatus !== punishStatus.intended || life.appealStatus !== appealStatus.none)
    return refuse('PUNISHMENT_APPEALED');
  const effectDate = daysAfter(appealUntil(deliverDate), 1);
  return today < effectDate ? refuse('PUNISHMENT_NOT_DELIVERED') : { punishStatus: punishStatus.inForce, effectDate };
}

function remove(life: PunishmentLife, endReason: string, today: string): Change | Refused {
  if (life.punishStatus !== punishStatus.inForce)
    return refuse('PUNISHMENT_NOT_IN_FORCE', {
      status: life.punishStatus === punishStatus.intended ? '还没有生效' : punishStatusNames[life.punishStatus],
    });
  if (life.punishName === punishName.expulsion || life.endDate === null) return refuse('PUNISHMENT_EXPULSION');
  if (today < life.endDate) return refuse('PUNISHMENT_PERIOD', { date: life.endDate });
  return { punishStatus: punishStatus.removed, removeDate: today, endReason };
}

/**
 * Where an older punishment stands that is registered by its days: removed, in force since the time for an appeal was
 * over, or before that.
 */
export function registeredLife(
  { deliverDate, removeDate, months }: Pick<PunishmentLife, 'deliverDate' | 'removeDate' | 'months'>,
  today: string,
): Pick<PunishmentLife, 'punishStatus' | 'effectDate' | 'endDate'> {
  if (deliverDate === null) return { punishStatus: punishStatus.intended, effectDate: null, endDate: null };
  const effectDate = daysAfter(appealUntil(deliverDate), 1);
  const endDate = endOf(deliverDate, months);
  if (removeDate !== null) return { punishStatus: punishStatus.removed, effectDate, endDate };
  return effectDate > today
    ? { punishStatus: punishStatus.intended, effectDate: null, endDate }
    : { punishStatus: punishStatus.inForce, effectDate, endDate };
}
