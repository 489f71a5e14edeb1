import { startLongJob } from '../../system/long-job.command.ts';
import {
  batchRegister,
  cancelRegister,
  changeRegistrations,
  delayRegistration,
  generateRegistrations,
  generateRegistrationsOperation,
  ownPayments,
  ownRegistrations,
  paymentTotal,
  refuseRegistration,
  registerClasses,
  registerClassesOperation,
  registerOwn,
  registerOwnOperation,
  registrationSummary,
  remindUnregistered,
  remindUnregisteredOperation,
} from './registration.operations.ts';
import {
  compareBackupDay,
  exportStatusMovement,
  exportStatusPersons,
  exportStatusReturn,
  exportStatusStatistics,
  queryStatusMovement,
  queryStatusReturn,
  queryStatusStatistics,
  runBackupDay,
  statusMovementPersons,
  statusStatisticsPersons,
  takenBackupDays,
} from './student-figures.operations.ts';
import { backupDay, payment, registration, registrationTime } from './term.resource.ts';

/** Rows that people keep of registration, payment and figures (STUDENT-STATUS-03, 04, 17, 24). */
export const statusTermResources = [registration, registrationTime, payment, backupDay] as const;
/** What can be asked for. */
export const statusTermOperations = [
  batchRegister,
  delayRegistration,
  refuseRegistration,
  cancelRegister,
  registerClassesOperation,
  generateRegistrationsOperation,
  registrationSummary,
  remindUnregisteredOperation,
  ownRegistrations,
  registerOwnOperation,
  paymentTotal,
  ownPayments,
  queryStatusStatistics,
  exportStatusStatistics,
  statusStatisticsPersons,
  exportStatusPersons,
  takenBackupDays,
  queryStatusReturn,
  exportStatusReturn,
  queryStatusMovement,
  exportStatusMovement,
  statusMovementPersons,
  runBackupDay,
  compareBackupDay,
] as const;
/** Kinds of streams. */
export const statusTermStreams = [] as const;
/** Commands, with who sends them. */
export const statusTermCommands = [
  [changeRegistrations, [batchRegister, delayRegistration, refuseRegistration, cancelRegister]],
  [registerClasses, [registerClassesOperation]],
  [generateRegistrations, [generateRegistrationsOperation]],
  [remindUnregistered, [remindUnregisteredOperation]],
  [registerOwn, [registerOwnOperation]],
  [startLongJob, [runBackupDay]],
] as const;
