import { addClassesToRoster } from '@jwxt/contracts/base-info/roster-of-classes.operations.ts';
import {
  archiveSemester,
  copySemesterSettings as copySettings,
  setCurrentSemester,
} from '@jwxt/contracts/base-info/semester.operations.ts';
import { assignTeachers } from '@jwxt/contracts/base-info/teacher-assignment.operations.ts';
import { loadReference } from '@jwxt/contracts/system/system.command.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import { defineRoute, type CommandRoute } from '../kernel/command-route.ts';
import { assignClassTeachers } from './assign-teachers.ts';
import { loadRows } from './reference-load.ts';
import { takeClassesIn } from './roster-of-classes.ts';
import { copySemesterSettings } from './semester-copy.ts';
import { closeSemester, turnSemester } from './semester-turn.ts';

/** Commands of reference data. */
export const baseInfoRoutes: readonly CommandRoute[] = [
  defineRoute(loadReference, async ({ resource, rows, standard }, context, { pool, reference }) => {
    const done = await applyOnce(pool, context, (client) =>
      loadRows(client, context, resource, rows, standard ?? false),
    );
    reference.forget();
    return done;
  }),
  defineRoute(assignTeachers, async (assignment, context, { pool, reference }) => {
    const done = await applyOnce(pool, context, (client) => assignClassTeachers(client, context, assignment));
    reference.forget();
    return done;
  }),
  defineRoute(addClassesToRoster, async (chosen, context, { pool, reference }) => {
    const done = await applyOnce(pool, context, (client) => takeClassesIn(client, context, chosen));
    reference.forget();
    return done;
  }),
  defineRoute(copySettings, async (payload, context, { pool, reference }) => {
    const done = await applyOnce(pool, context, (client) => copySemesterSettings(client, context, payload));
    reference.forget();
    return done;
  }),
  defineRoute(setCurrentSemester, async ({ key }, context, { pool, reference }) => {
    const done = await applyOnce(pool, context, (client) => turnSemester(client, context, key));
    reference.forget();
    return done;
  }),
  defineRoute(archiveSemester, async (payload, context, { pool, reference }) => {
    const done = await applyOnce(pool, context, (client) => closeSemester(client, context, payload));
    reference.forget();
    return done;
  }),
];
