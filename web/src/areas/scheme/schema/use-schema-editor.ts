import type { z } from 'zod';
import { courseOfShown } from '@jwxt/contracts/scheme/schema/schema-course-wire.ts';
import type { SchemaCourse } from '@jwxt/contracts/scheme/schema/schema-course.ts';
import type { courseBatchInsert, shownConflict } from '@jwxt/contracts/scheme/schema/schema-course.operations.ts';
import { schemaCourses, type schemaBasics } from '@jwxt/contracts/scheme/schema/schema.operations.ts';
import type { ChangeWay } from '@jwxt/contracts/scheme/schema/schema.events.ts';
import { checkSchema } from '@jwxt/contracts/scheme/schema/schema.rules.ts';
import { inOrder } from '@jwxt/contracts/scheme/schema/schema.state.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { newCommandId } from '../../../lib/command-id.ts';
import { notify } from '../../../lib/notify.ts';
import { usePushMessage } from '../../../lib/push.ts';
import { operationKey } from '../../../lib/queries.ts';
import { sendBatch } from './schema-sending.ts';
import {
  noEdits,
  shownRows,
  waitingRows,
  withAnswer,
  withChange,
  withoutBatch,
  withResolved,
  withStep,
  type Edits,
  type ServerRow,
} from './schema-edits.model.ts';

/** Everything of the scheme beside its courses. */
export type Basics = OutputOf<typeof schemaBasics>;
export type Opened = OutputOf<typeof schemaCourses>;
export type ShownConflict = z.output<typeof shownConflict>;

/** What the line beside the buttons says. */
export type SavingState = 'saved' | 'saving' | 'retrying' | 'conflict';

/** A change of somebody else that was asked about. */
export interface OpenConflict {
  readonly batchId: string;
  readonly conflicts: readonly ShownConflict[];
}

const RETRY_MS = 3000;

function serverRows({ rows }: Opened): ReadonlyMap<string, ServerRow> {
  return new Map(
    rows.map(({ revision, byName, at, ...row }) => [
      row.schemaCourseID,
      { course: courseOfShown(row), revision, byName, at },
    ]),
  );
}

/**
 * An open scheme: shows changes at once, sends them one after the other, takes over what others write, and asks where
 * both wrote the same course. Nothing that was typed is lost while the line is down.
 */
export function useSchemaEditor(majorSchemaKey: string, opened: Opened) {
  const client = useQueryClient();
  const [edits, setEdits] = useState<Edits>(noEdits);
  const [conflict, setConflict] = useState<OpenConflict | null>(null);
  const [retrying, setRetrying] = useState(false);
  const sending = useRef<string | null>(null);
  const known = useRef(opened.revision);
  known.current = Math.max(known.current, opened.revision);
  const server = useMemo(() => serverRows(opened), [opened]);
  const shown = useMemo(() => shownRows(server, edits), [server, edits]);
  const courses = useMemo(() => [...shown.values()].toSorted(inOrder), [shown]);
  const facts = useMemo(
    () => new Map(opened.facts.map(({ courseCode, ...fact }) => [courseCode, fact])),
    [opened.facts],
  );
  const findings = useMemo(
    () => checkSchema({ courses, frame: opened.frame, facts: factsOf(courses, facts) }),
    [courses, opened.frame, facts],
  );

  const queryKey = operationKey(schemaCourses, { majorSchemaKey });
  const refetch = () => client.invalidateQueries({ queryKey });
  usePushMessage((message) => {
    if (message === 'gap') return;
    if (message.type !== 'schema' || (message.majorSchemaKey !== majorSchemaKey && message.majorSchemaKey !== '*'))
      return;
    if (message.revision === undefined || message.revision > known.current) void refetch();
  });

  const retry = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(retry.current);
    },
    [],
  );
  const next = edits.queue[0];
  useEffect(() => {
    if (!next || conflict !== null || sending.current === next.id) return;
    sending.current = next.id;
    void sendBatch(majorSchemaKey, next, edits)
      .then((answer) => {
        setRetrying(false);
        known.current = Math.max(known.current, answer.revision);
        // What is read meanwhile may be from before this was written, and would take it away again.
        const overtaken = client.isFetching({ queryKey }) > 0;
        client.setQueryData<Opened>(queryKey, (old) => (old ? withWritten(old, answer) : old));
        setEdits((now) => withAnswer(now, next.id, answer.revision));
        if (overtaken || answer.rows.some(({ course }) => course && !facts.has(course.courseCode))) void refetch();
      })
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'SCHEMA_ROW_CONFLICT') {
          const { conflicts } = error.data as { conflicts: ShownConflict[] };
          setConflict({ batchId: next.id, conflicts });
          void refetch();
        } else if (error instanceof ApiError && error.temporary) {
          setRetrying(true);
          retry.current = setTimeout(() => {
            sending.current = null;
            setEdits((now) => ({ ...now }));
          }, RETRY_MS);
        } else {
          notify.failure(error, '保存失败');
          setEdits((now) => withoutBatch(now, next.id));
          void refetch();
        }
      });
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [next?.id, conflict, edits]);

  const change = (
    way: ChangeWay,
    text: string,
    rows: readonly { schemaCourseID: string; after: SchemaCourse | null }[],
  ) => {
    setEdits((now) => withChange(server, now, { id: newCommandId(), way, text, rows }));
  };
  return {
    courses,
    shown,
    findings,
    frame: opened.frame,
    directions: opened.directions,
    revision: known.current,
    waiting: waitingRows(edits),
    marks: server,
    state: stateOf({ conflict: conflict !== null, retrying, waits: edits.queue.length }),
    pending: edits.queue.length,
    conflict,
    undoText: edits.undo.at(-1)?.text ?? null,
    redoText: edits.redo.at(-1)?.text ?? null,
    change,
    refetch,
    step(direction: 'undo' | 'redo') {
      setEdits((now) => withStep(server, now, direction, newCommandId()));
    },
    resolve(taken: ReadonlyMap<string, 'mine' | 'theirs'>) {
      if (!conflict) return;
      const conflicts = conflict.conflicts.map(({ schemaCourseID, revision }) => ({
        schemaCourseID,
        revision,
        take: taken.get(schemaCourseID) ?? ('theirs' as const),
      }));
      sending.current = null;
      setEdits((now) => withResolved(now, conflict.batchId, conflicts, newCommandId()));
      setConflict(null);
    },
  };
}
export type SchemaEditor = ReturnType<typeof useSchemaEditor>;

function stateOf({ conflict, retrying, waits }: { conflict: boolean; retrying: boolean; waits: number }): SavingState {
  if (conflict) return 'conflict';
  if (retrying) return 'retrying';
  return waits > 0 ? 'saving' : 'saved';
}

/** Courses that were just chosen from the library are in use; what the server says of them comes with its answer. */
function factsOf(
  courses: readonly SchemaCourse[],
  facts: ReadonlyMap<string, { enabled: boolean; unitActive: boolean }>,
) {
  const unknown = courses.filter(({ courseCode }) => !facts.has(courseCode));
  return unknown.length === 0
    ? facts
    : new Map([
        ...facts,
        ...unknown.map((course) => [course.courseCode, { enabled: true, unitActive: true }] as const),
      ]);
}

/** What the server answered, with the rows that were just written. */
function withWritten(old: Opened, { revision, rows }: OutputOf<typeof courseBatchInsert>): Opened {
  const written = new Map(rows.map(({ schemaCourseID, course }) => [schemaCourseID, course]));
  const kept = old.rows.filter(({ schemaCourseID }) => !written.has(schemaCourseID));
  const at = new Date().toISOString();
  return {
    ...old,
    revision: Math.max(old.revision, revision),
    rows: [...kept, ...rows.flatMap(({ course }) => (course ? [{ ...course, revision, byName: '我', at }] : []))],
  };
}
