import { createContext, use } from 'react';

const TimeZoneContext = createContext<string | null>(null);

export const TimeZoneProvider = TimeZoneContext.Provider;

export function useTimeZone(): string {
  const zone = use(TimeZoneContext);
  if (zone === null) throw new Error('useTimeZone needs a TimeZoneProvider');
  return zone;
}
