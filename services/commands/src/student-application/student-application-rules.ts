import type { z } from 'zod';
import type {
  ApplyingStudent,
  PreparedApplication,
  StudentApplicationRequest,
} from '@jwxt/contracts/student-application/student-application.events.ts';
import type { StudentApplicationKind } from '@jwxt/contracts/student-application/student-application-kind.ts';
import type { Position } from '@jwxt/infra/runtime/log-position.ts';
import type { CommandContext } from '../kernel/command-context.ts';
import type { CommandServices } from '../kernel/command-route.ts';
import type { Figures } from '../approval/shared/node-plan.ts';
import type { Refused } from '../kernel/refusal.ts';

/** Who asks for what: the form as its kind declares it, for a student. */
interface Asking<Form> {
  readonly form: Form;
  readonly student: ApplyingStudent;
  readonly context: CommandContext;
  readonly services: CommandServices;
}

/** What one kind of application obeys and does (decision 068). */
export interface StudentApplicationRules<Kind extends StudentApplicationKind = StudentApplicationKind> {
  readonly kind: Kind;
  /** What is asked for, or why it cannot be: at a field of the form (`refuseField`). */
  prepare(asking: Asking<z.output<Kind['values']>>): Promise<PreparedApplication | Refused>;
  /** Figures of the form that conditions of nodes ask for, besides whether the student applies himself. */
  figures?(asking: Asking<z.output<Kind['values']>>): Figures | Promise<Figures>;
  /** Why no node may pass it as things stand; null when it may. Absent: nothing changes meanwhile. */
  refuses?(request: StudentApplicationRequest, services: CommandServices): Promise<Refused | null>;
  /**
   * Carries out what has passed, once or repeated under the same context; a refusal is told as why it could not take
   * effect.
   */
  effect(
    request: StudentApplicationRequest,
    context: CommandContext,
    services: CommandServices,
  ): Promise<Position | null | Refused>;
  /** Takes what is in force back, once or repeated under the same context. */
  revoke(
    request: StudentApplicationRequest,
    reason: string,
    context: CommandContext,
    services: CommandServices,
  ): Promise<Position | null | Refused>;
}

/** Declares the rules of a kind, keeping the type of its form. */
export function defineApplicationRules<Kind extends StudentApplicationKind>(
  rules: StudentApplicationRules<Kind>,
): StudentApplicationRules {
  return rules;
}
