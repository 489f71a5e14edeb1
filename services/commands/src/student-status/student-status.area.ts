import type { CommandsArea } from '../kernel/area.ts';
import { statusFileParts } from './file/file-parts.ts';
import { statusCheckParts } from './check/check-parts.ts';
import { statusChangeParts } from './change/change-parts.ts';
import { statusFreshmanParts } from './freshman/freshman-parts.ts';
import { statusTermParts } from './term/term-parts.ts';
import { statusConductParts } from './conduct/conduct-parts.ts';
import { statusWarningParts } from './warning/warning-parts.ts';
import { statusDivertParts } from './divert/divert-parts.ts';

const rooms: readonly CommandsArea[] = [
  statusFileParts,
  statusCheckParts,
  statusChangeParts,
  statusFreshmanParts,
  statusTermParts,
  statusConductParts,
  statusWarningParts,
  statusDivertParts,
];

/** What the area brings to the commands. */
export const studentStatusArea: CommandsArea = {
  routes: rooms.flatMap(({ routes }) => routes),
  resourceRules: Object.assign({}, ...rooms.map(({ resourceRules }) => resourceRules ?? {})) as NonNullable<
    CommandsArea['resourceRules']
  >,
  policies: rooms.flatMap(({ policies = [] }) => policies),
  jobKinds: rooms.flatMap(({ jobKinds = [] }) => jobKinds),
  fileRules: rooms.flatMap(({ fileRules = [] }) => fileRules),
  passRules: rooms.flatMap(({ passRules = [] }) => passRules),
  chores: Object.assign({}, ...rooms.map(({ chores }) => chores ?? {})) as NonNullable<CommandsArea['chores']>,
};
