import { decideApplication, recallApplication, urgeApplication } from '../approval/application.command.ts';
import type { ContractArea } from '../kernel/area.ts';
import { untold } from '../kernel/stream.ts';
import { studentApplicationKinds as kinds } from './all-student-applications.ts';
import { exchangeStudent } from './exchange-student.resource.ts';
import { expenseCategories, expenseCategory } from './expense-category.resource.ts';
import { projectCategories, projectCategory } from './project-category.resource.ts';
import { studentApplication } from './student-application.events.ts';

/** What the area brings to the contracts (decision 068). */
export const studentApplicationArea = {
  resources: [exchangeStudent, projectCategory, expenseCategory],
  operations: [...kinds.flatMap(({ operations }) => Object.values(operations)), projectCategories, expenseCategories],
  // Replayed with its application, which has it in its content; what it does to a score is told there.
  streams: [untold(studentApplication.streams)],
  commands: [
    ...kinds.flatMap(({ commands, operations }) => [
      [commands.apply, [operations.apply]] as const,
      [commands.revoke, [operations.revoke]] as const,
    ]),
    [decideApplication, kinds.map(({ operations }) => operations.audit)],
    [recallApplication, kinds.map(({ operations }) => operations.recall)],
    [urgeApplication, kinds.map(({ operations }) => operations.urge)],
  ],
} satisfies ContractArea;
