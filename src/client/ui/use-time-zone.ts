import { createContext, use } from 'react';

const TimeZoneContext = createContext<string | null>(null);

export const TimeZoneProvider = TimeZoneContext.Provider;

/** The zone of the platform, in which all times are shown: `Asia/Colombo`. */
export function useTimeZone(): string {
  const zone = use(TimeZoneContext);
  if (zone === null) throw new Error('useTimeZone needs a TimeZoneProvider');
  return zone;
}
