/** Codes under which PostgreSQL tells what went wrong (SQLSTATE). */
export const sqlState = {
  unsupported: '0A000',
  emptyValue: '23502',
  missingReference: '23503',
  duplicate: '23505',
  valueNotAllowed: '23514',
  unknownStatement: '26000',
  unknownSchema: '3F000',
  serialisation: '40001',
  deadlock: '40P01',
  unknownColumn: '42703',
  unknownTable: '42P01',
  diskFull: '53100',
  lockNotAvailable: '55P03',
  statementTimeout: '57014',
  internal: 'XX000',
} as const;
