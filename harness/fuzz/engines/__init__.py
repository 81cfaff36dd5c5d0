"""What makes inputs."""
