import type { CommandOutcome } from '@jwxt/contracts/kernel/command.ts';
import { RevisionConflict } from '@jwxt/infra/runtime/event-log-errors.ts';
import type { EventLog } from '@jwxt/infra/runtime/event-log.ts';
import type { Metrics } from '@jwxt/infra/runtime/metrics.ts';

/** Counts what becomes of commands and appends. */
export interface CommandMetrics {
  /** One command has been answered; `name` is that of a declared command. */
  answered(name: string, outcome: CommandOutcome, seconds: number): void;
  /** The log with its appends timed and its conflicts counted. */
  measured(log: EventLog): EventLog;
}

/** Declares the figures of the write path. */
export function createCommandMetrics(metrics: Metrics): CommandMetrics {
  const commands = metrics.counter(
    'jwxt_commands_total',
    'Commands answered, by type and outcome: accepted, refused, unavailable (an engine was away) or failed (a ' +
      'fault of ours)',
    ['command', 'outcome'],
  );
  const durations = metrics.histogram(
    'jwxt_command_duration_seconds',
    'Time from a command to its answer, policies included',
    ['command'],
  );
  const appends = metrics.histogram(
    'jwxt_append_duration_seconds',
    'Time of one append to the event store, repeats after a break included',
  );
  const events = metrics.counter('jwxt_appended_events_total', 'Events appended');
  const conflicts = metrics.counter(
    'jwxt_append_conflicts_total',
    'Appends that found their stream moved on; the command is then decided again',
  );
  const failures = metrics.counter(
    'jwxt_append_failures_total',
    'Appends that failed for another reason than a conflict',
  );
  return {
    answered(name, outcome, seconds) {
      commands.labels(name, outcomeOf(outcome)).inc();
      durations.labels(name).observe(seconds);
    },
    measured: (log) => ({
      ...log,
      async append(stream, toAppend, options) {
        const started = performance.now();
        try {
          const appended = await log.append(stream, toAppend, options);
          appends.observe((performance.now() - started) / 1000);
          events.inc(toAppend.length);
          return appended;
        } catch (error) {
          (error instanceof RevisionConflict ? conflicts : failures).inc();
          throw error;
        }
      },
    }),
  };
}

function outcomeOf(outcome: CommandOutcome): 'accepted' | 'refused' | 'unavailable' | 'failed' {
  if (outcome.status === 'accepted') return 'accepted';
  if (outcome.code === 'SERVICE_UNAVAILABLE') return 'unavailable';
  return outcome.code === 'INTERNAL' ? 'failed' : 'refused';
}
