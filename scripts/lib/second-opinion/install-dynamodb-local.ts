import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './bounded-process.ts';
import { CACHE } from './cache-folder.ts';
import { MissingToolError } from './opinion.ts';

const VERSION = '3.3.1';
/** DynamoDB Local 3.3.1 was built with this version of the SDK, but its POM leaves the version open. */
const SDK_VERSION = '2.54.15';

export const DYNAMODB_LOCAL = `DynamoDBLocal ${VERSION}`;

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>second-opinion</groupId>
  <artifactId>dynamodb-local</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencyManagement>
    <dependencies>
      <dependency>
        <groupId>software.amazon.awssdk</groupId>
        <artifactId>bom</artifactId>
        <version>${SDK_VERSION}</version>
        <type>pom</type>
        <scope>import</scope>
      </dependency>
    </dependencies>
  </dependencyManagement>
  <dependencies>
    <dependency>
      <groupId>software.amazon.dynamodb</groupId>
      <artifactId>DynamoDBLocal</artifactId>
      <version>${VERSION}</version>
    </dependency>
  </dependencies>
</project>
`;

/**
 * Returns the folder with the JAR files of DynamoDB Local, which Maven downloads on first use.
 * @throws MissingToolError without Java or Maven
 */
export async function installDynamoDbLocal(signal: AbortSignal): Promise<string> {
  await require('java', [
    '-version',
  ], 'a Java development kit, version 17 or newer (`java` on the PATH)', signal);
  const folder = join(CACHE, `dynamodb-local-${VERSION}`);
  if (existsSync(folder)) return folder;
  await require('mvn', ['-version'], 'Maven 3 (`mvn` on the PATH)', signal);
  const unfinished = `${folder}.${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  try {
    await writeFile(join(unfinished, 'pom.xml'), POM);
    const args = [
      '-q',
      '-B',
      'dependency:copy-dependencies',
      '-DoutputDirectory=.',
      '-DincludeScope=runtime',
    ];
    const { code, output } = await runCommand({ command: 'mvn', args, cwd: unfinished, signal });
    if (code !== 0)
      throw new MissingToolError(
        `${DYNAMODB_LOCAL} could not be downloaded: allow Maven to read Maven Central.\n${output.slice(-2000)}`,
      );
    await rename(unfinished, folder);
    return folder;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function require(
  command: string,
  args: readonly string[],
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const found = await runCommand({ command, args, signal }).then(
    ({ code }) => code === 0,
    () => false,
  );
  signal.throwIfAborted();
  if (!found) throw new MissingToolError(`${DYNAMODB_LOCAL} needs ${name}: install it and run this again.`);
}
