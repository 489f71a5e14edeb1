import * as application from '../approval/application.command.ts';
import * as recognition from '../recognition/recognition.command.ts';
import * as attempts from '../score/attempts.command.ts';
import * as scoreSheet from '../score/score-sheet.command.ts';
import * as system from '../system/system.command.ts';
import type { CommandDefinition } from './command.ts';

/** Every command by name. The schemas that share these modules are left out by their shape. */
export const commandDefinitions: ReadonlyMap<string, CommandDefinition> = new Map(
  [application, scoreSheet, attempts, recognition, system]
    .flatMap((module) => Object.values(module))
    .filter((value): value is CommandDefinition => 'name' in value && 'payload' in value)
    .map((definition) => [definition.name, definition]),
);
