import type {
  OfferedChoice,
  StudentApplicationKind,
} from '@jwxt/contracts/student-application/student-application-kind.ts';
import type { Queryable } from '@jwxt/infra/runtime/postgres.ts';

/** For whom and when something is offered. */
interface OfferedTo {
  readonly db: Queryable;
  readonly studentCode: string;
  readonly now: Date;
}

/** What the form of one kind offers a student. */
export interface ApplicationOffer {
  readonly kind: StudentApplicationKind;
  /** The choices of each field that its kind names as `offered`. */
  choices(to: OfferedTo): Promise<Readonly<Record<string, OfferedChoice[]>>>;
}
