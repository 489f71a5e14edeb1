import { yesNo } from '@jwxt/contracts/kernel/yes-no.ts';
import { appearance, systemSet, type Appearance } from '@jwxt/contracts/session/appearance.operations.ts';
import { publicParameters } from '@jwxt/contracts/system-setting/public-parameter.vocabulary.ts';
import { useEffect } from 'react';
import { useOperation } from './queries.ts';

/**
 * Shown while the settings are fetched, and when there are none (LOGIN-11, LOGIN-22). Without an image the page draws
 * its own.
 */
export const DEFAULT_APPEARANCE: Appearance = {
  ...(Object.fromEntries(
    Object.keys(appearance.shape).map((name) => [name, publicParameters[name as keyof Appearance].initial]),
  ) as Appearance),
  LOGIN_VRIFY: yesNo.no,
};
/** Where a tab keeps the settings (LOGIN-10). */
export const APPEARANCE_KEY = 'jwxt.appearance';

/** The settings of a kept text over the defaults; empty and broken values count as missing. */
export function appearanceFrom(kept: string | null): Appearance {
  let stored: unknown;
  try {
    stored = JSON.parse(kept ?? '{}');
  } catch {
    stored = {};
  }
  const given = Object.entries(typeof stored === 'object' && stored !== null ? stored : {}).filter(
    ([name, value]) => name in DEFAULT_APPEARANCE && typeof value === 'string' && value !== '',
  );
  return { ...DEFAULT_APPEARANCE, ...Object.fromEntries(given) };
}

/** The school's picture at the head of the side menu (LOGIN-15); empty when it has none. */
export function useMenuLogo(): string {
  return useOperation(systemSet, {}, { staleTime: 600_000 }).data?.cdlogo ?? '';
}

/** Keeps the settings for the next page of this tab. Large pictures may not fit: then the next page fetches them. */
function keep(settings: Appearance): void {
  try {
    sessionStorage.setItem(APPEARANCE_KEY, JSON.stringify(settings));
  } catch {
    sessionStorage.removeItem(APPEARANCE_KEY);
  }
}

/**
 * Logo, backgrounds, title, mottos and copyright: from the server, kept in session storage, with defaults
 * (LOGIN-09…12).
 */
export function useAppearance(): Appearance {
  const { data } = useOperation(systemSet, {}, { staleTime: 600_000 });
  useEffect(() => {
    if (data) keep(data);
  }, [data]);
  return appearanceFrom(data ? JSON.stringify(data) : sessionStorage.getItem(APPEARANCE_KEY));
}
