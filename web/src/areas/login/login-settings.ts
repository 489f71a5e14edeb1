import { publicSettings } from '@jwxt/contracts/session/session.operations.ts';
import type { OutputOf } from '@jwxt/contracts/kernel/operation.ts';
import { useEffect } from 'react';
import { useOperation } from '../../lib/queries.ts';

export type LoginSettings = OutputOf<typeof publicSettings>;

/** Shown while the settings are fetched, and when there are none (LOGIN-11). */
export const DEFAULT_SETTINGS: LoginSettings = {
  schoolName: '明湖大学', dlbt: '教务系统', zxx: '厚德博学', yxx: '笃行致远', COPYRIGHT: '版权所有 © 2026 明湖大学教务处', LOGIN_VRIFY: '0',
};
const CACHE_KEY = 'jwxt.loginSettings';

/** The settings of a cached text over the defaults; empty values count as missing. */
export function settingsFrom(cached: string | null): LoginSettings {
  let stored: unknown;
  try {
    stored = JSON.parse(cached ?? '{}');
  } catch {
    stored = {};
  }
  const given = Object.entries(typeof stored === 'object' && stored !== null ? stored : {}).filter(([name, value]) => name in DEFAULT_SETTINGS && typeof value === 'string' && value !== '');
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(given) };
}

/** Logo name, title, slogans and copyright: from the server, cached in session storage, with defaults (LOGIN-09…11, LOGIN-22). */
export function useLoginSettings(): LoginSettings {
  const { data } = useOperation(publicSettings, {}, { staleTime: 600_000 });
  useEffect(() => {
    if (data) sessionStorage.setItem(CACHE_KEY, JSON.stringify(data));
  }, [data]);
  return settingsFrom(data ? JSON.stringify(data) : sessionStorage.getItem(CACHE_KEY));
}
