import type { CertificateFacts, CertificateKind } from '../certificate.ts';
import {
  badgePath,
  credentialPath,
  issuerProfilePath,
  statusListLength,
  statusListPath,
} from './credential-addresses.ts';

/** A certificate as an Open Badges 3.0 credential, before it is signed. */

/** What a credential says: what is printed, and what machines need besides. */
export interface CredentialFacts extends Omit<CertificateFacts, 'signatories'> {
  shortUuid: string;
  issuerName: string;
  /** Null for the first printed version; when a later one was made. */
  correctedAt: Date | null;
  /** The position among all printed versions, which no other one has. */
  statusIndex: number;
  /** Identifies the achievement: the same for everybody who has it. */
  achievementId: string;
}

/** The two vocabularies that each of our credentials uses, in this order. */
export const credentialContexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
] as const;

/** The vocabulary has no word for having taken part, and allows words of one's own with this prefix. */
const achievementTypes: Record<CertificateKind, string> = {
  COMPLETION: 'CertificateOfCompletion',
  ACHIEVEMENT: 'Achievement',
  PARTICIPATION: 'ext:CertificateOfParticipation',
};

/**
 * Builds the credential of a certificate: the same facts as the printed document, and of the holder nothing but the name. The
 * same facts and origin always give the same document.
 */
export function buildOpenBadge(facts: CredentialFacts, siteOrigin: string) {
  const { shortUuid, title, issuedOn, expiresOn, correctedAt, issuerName } = facts;
  const page = `${siteOrigin}/certificates/${shortUuid}/`;
  return {
    '@context': [...credentialContexts],
    id: `${siteOrigin}${credentialPath(shortUuid)}`,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: title,
    ...(facts.description && { description: facts.description }),
    image: { id: `${siteOrigin}${badgePath(shortUuid)}`, type: 'Image', caption: `Certificate: ${title}` },
    issuer: {
      ...{ id: `${siteOrigin}${issuerProfilePath}`, type: ['Profile'] },
      ...{ name: issuerName, url: `${siteOrigin}/` },
    },
    awardedDate: startOfDay(issuedOn),
    // Of two credentials with one id, readers take the one that is valid from the later instant.
    validFrom: correctedAt ? toSeconds(correctedAt) : startOfDay(issuedOn),
    ...(expiresOn && { validUntil: `${expiresOn}T23:59:59${indiaOffset}` }),
    credentialSubject: buildSubject(facts),
    evidence: [
      {
        ...{ id: page, type: ['Evidence'], name: 'The certificate' },
        description: 'The page that shows the certificate and whether it is valid',
      },
    ],
    credentialStatus: buildStatus(facts.statusIndex, siteOrigin),
  };
}

function buildSubject(facts: CredentialFacts) {
  const { holderName, completedOn, batchName, hours, grade } = facts;
  return {
    type: ['AchievementSubject'],
    identifier: [{ type: 'IdentityObject', identityHash: holderName, identityType: 'name', hashed: false }],
    ...(completedOn && { activityEndDate: startOfDay(completedOn) }),
    ...(batchName && { term: batchName }),
    ...(hours && { narrative: `${hours} hours` }),
    ...(grade && { result: [{ type: ['Result'], value: grade }] }),
    achievement: buildAchievement(facts),
  };
}

function buildAchievement({ achievementId, kind, title, programTitle, ...facts }: CredentialFacts) {
  return {
    ...{ id: achievementId, type: ['Achievement'], achievementType: achievementTypes[kind], name: title },
    description: facts.description || programTitle,
    criteria: { narrative: facts.criteria || facts.description || programTitle },
    ...(facts.skills.length > 0 && { tag: [...facts.skills] }),
  };
}

function buildStatus(statusIndex: number, siteOrigin: string) {
  const list = `${siteOrigin}${statusListPath(Math.floor(statusIndex / statusListLength))}`;
  const index = String(statusIndex % statusListLength);
  return {
    ...{ id: `${list}#${index}`, type: 'BitstringStatusListEntry', statusPurpose: 'revocation' },
    ...{ statusListIndex: index, statusListCredential: list },
  };
}

const toSeconds = (instant: Date): string => instant.toISOString().replace(/\.\d+Z$/, 'Z');

/** Days are those of India, where certificates are issued. With its offset, other programs show the same day. */
const indiaOffset = '+05:30';

const startOfDay = (day: string): string => `${day}T00:00:00${indiaOffset}`;

/** Returns the text that identifies an achievement: what everybody who has it shares. */
export function achievementKeyOf(
  facts: Pick<CredentialFacts, 'kind' | 'title' | 'programTitle' | 'criteria' | 'issuerName'>,
): string {
  const { kind, title, programTitle, criteria, issuerName } = facts;
  return JSON.stringify([issuerName, kind, title, programTitle, criteria]);
}
