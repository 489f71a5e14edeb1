import { classDivisionCommands, classDivisionOperations } from './class-division.operations.ts';
import { freshmanProgressOperations } from './freshman-progress.operations.ts';
import { freshmanCommands, freshmanOperations } from './freshman.operations.ts';
import { freshman } from './freshman.resource.ts';
import { classRule, studentIdRule } from './number-rule.resource.ts';
import { orderClass } from './order-class.resource.ts';
import { sortRule } from './sort-rule.resource.ts';
import { studentNumberCommands, studentNumberOperations } from './student-number.operations.ts';

/** Rows that people keep of freshmen, class division and numbers (STUDENT-STATUS-11…15, 19). */
export const statusFreshmanResources = [freshman, studentIdRule, classRule, sortRule, orderClass] as const;
/** What can be asked for. */
export const statusFreshmanOperations = [
  ...freshmanProgressOperations,
  ...freshmanOperations,
  ...classDivisionOperations,
  ...studentNumberOperations,
] as const;
/** Kinds of streams: freshmen are rows (decision 085). */
export const statusFreshmanStreams = [] as const;
/** Commands, with who sends them. */
export const statusFreshmanCommands = [
  ...freshmanCommands,
  ...classDivisionCommands,
  ...studentNumberCommands,
] as const;
