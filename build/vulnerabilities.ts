export type Findings = { state: 'asked'; total: number; serious: number; lines: string[] } | { state: 'not asked'; why: string };

/** Vulnerabilities that are accepted until a date. */
const EXCEPTIONS: Readonly<Record<string, { until: string; why: string }>> = {};

const SERIOUS = ['high', 'critical'];

/** Null for anything but a report of `npm audit --json`: then the registry did not answer. */
export function findingsIn(output: string, today = new Date().toISOString().slice(0, 10), exceptions = EXCEPTIONS): Findings {
  const report = parsed(output);
  if (!isRecord(report)) return { state: 'not asked', why: 'npm audit has printed no report' };
  if (!isRecord(report.vulnerabilities)) return { state: 'not asked', why: String(report.message ?? 'npm audit has printed no report') };
  const all = Object.entries(report.vulnerabilities).map(([name, advisory]) => {
    const severity = isRecord(advisory) ? String(advisory.severity) : 'unknown';
    const exception = exceptions[name];
    const isAccepted = exception !== undefined && exception.until >= today;
    return {
      name,
      severity,
      isSerious: SERIOUS.includes(severity) && !isAccepted,
      note: isAccepted ? ` (accepted until ${exception.until}: ${exception.why})` : '',
    };
  });
  return {
    state: 'asked',
    total: all.length,
    serious: all.filter(({ isSerious }) => isSerious).length,
    lines: all.map(({ name, severity, note }) => `${name}: ${severity}${note}`),
  };
}

function parsed(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
