import { refusalText, type Refusal } from './refusal.ts';

/** A policy's command was refused: repeating will not help, so the event is parked for an administrator. */
export class PolicyRefused extends Error {
  readonly refusal: Refusal;

  constructor(command: string, refusal: Refusal) {
    super(`${command}: ${refusal.code} ${refusalText(refusal)}`);
    this.name = 'PolicyRefused';
    this.refusal = refusal;
  }
}
