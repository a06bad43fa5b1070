/** What is wrong with a meeting link, or null. Where the contract's code cannot arrive, the server alone checks. */
export async function linkProblem(link: string): Promise<string | null> {
  const contracts = await import('#shared/contracts/bookings.ts').catch(() => null);
  return contracts?.setMeetingLinkInput.shape.meetingLink.safeParse(link).error?.issues[0]?.message ?? null;
}
