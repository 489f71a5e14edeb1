import { plainNumber, parseDecimal } from '../kernel/number-text.ts';

/** A score that is to be recognised, with its weight: credit in tenths, value in hundredths. */
export interface WeightedScore {
  readonly credit: number;
  readonly value: number;
}

/** A band of a grade system as conversion needs it: name and percentile value in hundredths. */
export interface ConversionBand {
  readonly scoreValueName: string;
  readonly scorePercentileValue: number;
}

/** 0 to 100 in hundredths. */
const MOST = 10_000;

/**
 * A score as a number in hundredths: a number from 0 to 100, or a grade's name by its percentile value. Null when it is
 * neither, as points of a language exam are: those are converted by hand.
 */
export function scoreOf(text: string, bands: readonly ConversionBand[]): number | null {
  const plain = plainNumber(text);
  const number = parseDecimal(plain, 2);
  if (number !== null) return number >= 0 && number <= MOST ? number : null;
  return bands.find(({ scoreValueName }) => scoreValueName === plain)?.scorePercentileValue ?? null;
}

/**
 * The value proposed for an in-plan course (domain-model-score §4): the mean of the outside scores weighted by their
 * credits, in hundredths, rounded half up to one decimal place. Null without scores or without credits.
 */
export function weightedMean(scores: readonly WeightedScore[]): number | null {
  const credits = scores.reduce((sum, { credit }) => sum + credit, 0);
  if (credits <= 0) return null;
  const points = scores.reduce((sum, { credit, value }) => sum + credit * value, 0);
  // Tenths first: floor((2p + 10c) / 20c) is p / 10c rounded half up, in integers.
  return Math.floor((2 * points + 10 * credits) / (20 * credits)) * 10;
}

/** Used where the school has not set RDSXXF. */
const DEFAULT_PERCENT = 50;

/** How many per cent of the required credits may be recognised, by the parameter's text. */
export function recognisablePercent(text: string | null): number {
  const percent = Number(text ?? DEFAULT_PERCENT);
  return Number.isInteger(percent) && percent >= 0 && percent <= 100 ? percent : DEFAULT_PERCENT;
}

/** Most credits that may be recognised, in tenths: a whole per cent of those required, rounded down. */
export function creditLimit(requiredCredit: number, percent: number): number {
  return Math.floor((requiredCredit * percent) / 100);
}
