import { giveTickets, signUp, withdraw } from '@jwxt/contracts/grade-exam/grade-exam.operations.ts';
import { applyOnce } from '../kernel/applied-command.ts';
import { defineRoute, type CommandRoute } from '../kernel/command-route.ts';
import { giveTicketNumbers } from './give-tickets.ts';
import { signUpStudent, withdrawStudent } from './sign-up.ts';

/** Commands of grade exams besides those of their rows. */
export const gradeExamRoutes: readonly CommandRoute[] = [
  defineRoute(signUp, (asked, context, { pool }) =>
    applyOnce(pool, context, (client) => signUpStudent(client, context, asked)),
  ),
  defineRoute(withdraw, (asked, context, { pool }) =>
    applyOnce(pool, context, (client) => withdrawStudent(client, context, asked)),
  ),
  defineRoute(giveTickets, (asked, context, { pool }) =>
    applyOnce(pool, context, (client) => giveTicketNumbers(client, context, asked)),
  ),
];
