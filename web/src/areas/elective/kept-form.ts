import { electiveSave } from '@jwxt/contracts/elective/elective.operations.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { newCommandId } from '../../lib/command-id.ts';
import { invalidateOperations } from '../../lib/queries.ts';
import { toDraft, type ElectiveFields } from './elective-form.model.ts';

/** How long somebody has not typed before the form is kept, and after how long it is tried again. */
const KEEP_AFTER_MS = 2_000;
const RETRY_AFTER_MS = 5_000;

/** Whether what is typed is kept: `refused` needs a person, `failed` is tried again by itself. */
export type KeptState = { kind: 'kept' | 'typed' | 'keeping' } | { kind: 'failed' | 'refused'; message: string };

export type KeptForm = {
  fields: ElectiveFields;
  change: (next: Partial<ElectiveFields>) => void;
  state: KeptState;
  /** Keeps it now. True when everything typed is on the server. */
  keep: () => Promise<boolean>;
  /** Revision of what the server has; -1: nothing yet. */
  revision: () => number;
};

/**
 * A form that keeps itself on the server while it is filled in: one save at a time, the same command again after a lost
 * answer.
 */
export function useKeptForm(
  planId: string,
  first: ElectiveFields,
  knownRevision: number,
  onKept: () => void,
): KeptForm {
  const client = useQueryClient();
  const [fields, setFields] = useState(first);
  const [state, setState] = useState<KeptState>({ kind: 'kept' });
  const latest = useRef(first);
  const kept = useRef(first);
  const revision = useRef(knownRevision);
  const running = useRef<Promise<boolean> | null>(null);
  const attempt = useRef<{ fields: ElectiveFields; commandId: string } | null>(null);
  const told = useRef(onKept);
  useEffect(() => {
    told.current = onKept;
  });

  const saveOnce = useCallback(async (): Promise<boolean> => {
    const sent = latest.current;
    if (sent === kept.current) return true;
    if (attempt.current?.fields !== sent) attempt.current = { fields: sent, commandId: newCommandId() };
    setState({ kind: 'keeping' });
    try {
      const answer = await call(electiveSave, {
        commandId: attempt.current.commandId,
        planId,
        revision: revision.current,
        form: toDraft(sent),
      });
      revision.current = answer.revision;
      kept.current = sent;
      setState({ kind: latest.current === sent ? 'kept' : 'typed' });
      told.current();
      void invalidateOperations(client, ['elective.query', 'elective.detail']);
      return true;
    } catch (error) {
      const message = error instanceof Error ? error.message : '保存失败';
      setState({
        kind: error instanceof ApiError && !error.temporary && error.status !== 401 ? 'refused' : 'failed',
        message,
      });
      return false;
    }
  }, [client, planId]);

  const keep = useCallback(async (): Promise<boolean> => {
    while (running.current) await running.current;
    const run = saveOnce();
    running.current = run;
    try {
      return await run;
    } finally {
      running.current = null;
    }
  }, [saveOnce]);

  useEffect(() => {
    if (state.kind !== 'typed' && state.kind !== 'failed') return undefined;
    const timer = setTimeout(
      () => {
        void keep();
      },
      state.kind === 'typed' ? KEEP_AFTER_MS : RETRY_AFTER_MS,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [state, fields, keep]);

  const change = useCallback((next: Partial<ElectiveFields>) => {
    latest.current = { ...latest.current, ...next };
    setFields(latest.current);
    setState((old) => (old.kind === 'keeping' ? old : { kind: 'typed' }));
  }, []);
  return { fields, change, state, keep, revision: () => revision.current };
}
