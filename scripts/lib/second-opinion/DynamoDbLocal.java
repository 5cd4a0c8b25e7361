import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import software.amazon.dynamodb.services.local.main.ServerRunner;
import software.amazon.dynamodb.services.local.server.DynamoDBProxyServer;

/** Starts DynamoDB Local on the loopback interface. Its own main class listens on every interface and has no option for it. */
public final class DynamoDbLocal {
  public static void main(String[] options) throws Exception {
    DynamoDBProxyServer local = ServerRunner.createServerFromCommandLineArgs(options);
    var server = DynamoDBProxyServer.class.getDeclaredField("server");
    server.setAccessible(true);
    for (var connector : ((Server) server.get(local)).getConnectors())
      ((ServerConnector) connector).setHost("127.0.0.1");
    local.start();
    local.join();
  }
}
